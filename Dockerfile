# mcbnc for the shell, and for the parties of a federation. In a clone:
#   docker build --build-arg MCBNC_COMMIT="$(git rev-parse --short=12 HEAD)" --tag mcbnc:0.1.0 .
#   docker run --rm --volume "$PWD:/work" --user "$(id -u):$(id -g)" mcbnc:0.1.0 consensus a.bif b.bif --theta auto
# examples/federate has the files of a federation.

# A tag may stand for other bytes tomorrow. `docker buildx imagetools inspect python:3.13-slim-bookworm` tells the digest of
# today, and `--build-arg BASE=python:3.13-slim-bookworm@sha256:...` takes these bytes and no others.
ARG BASE=python:3.13-slim-bookworm

FROM ${BASE} AS build
WORKDIR /source
# Go and the C compiler come from PyPI too, in the versions and with the hashes of requirements/release.txt.
COPY requirements/release.txt requirements/
RUN python -m venv /tools \
    && /tools/bin/python -m pip install --no-cache-dir --require-hashes --requirement requirements/release.txt
COPY . .
ARG MCBNC_COMMIT=""
RUN MCBNC_PLATFORM="manylinux_2_17_$(uname -m)" /tools/bin/python -m build --no-isolation --wheel --outdir /wheels
# What mcbnc needs at run time comes with hashes as well: nothing is installed that requirements/image.txt does not name.
RUN python -m venv /opt/mcbnc \
    && /opt/mcbnc/bin/python -m pip install --no-cache-dir --only-binary :all: --require-hashes --requirement requirements/image.txt \
    && /opt/mcbnc/bin/python -m pip install --no-cache-dir --no-index --no-deps /wheels/*.whl \
    && /opt/mcbnc/bin/python -m pip check

FROM ${BASE}
LABEL org.opencontainers.image.title="mcbnc" \
    org.opencontainers.image.description="Consensus of Bayesian network structures" \
    org.opencontainers.image.licenses="MIT AND Apache-2.0 AND BSD-3-Clause"
COPY --from=build /opt/mcbnc /opt/mcbnc
# A journal or a state wants a private folder. A new volume takes over whose it is, and the mode.
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin mcbnc \
    && install --directory --owner mcbnc --group mcbnc --mode 0700 /var/lib/mcbnc \
    && install --directory --owner mcbnc --group mcbnc /work
ENV PATH=/opt/mcbnc/bin:$PATH \
    MPLCONFIGDIR=/tmp
USER 10001:10001
WORKDIR /work
ENTRYPOINT ["mcbnc"]
CMD ["--help"]
