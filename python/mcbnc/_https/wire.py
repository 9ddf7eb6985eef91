"""What both ends of the transport must know of each other.

A site sends ``POST /federate/1``. The body is the site's reply to the last message, or empty. The header
``Mcbnc-Reply-To`` has the SHA-256 of this message. So a reply that comes twice or too late is recognised.
"""

from __future__ import annotations

from http import HTTPStatus

PATH = "/federate/1"
HEALTH = "/health"
"""``GET`` answers 200 while the coordinator runs, to every certificate of its authority."""
HEALTHY = "an mcbnc coordinator is running"
"""How the answer begins."""
STATUS = "/status"
"""``GET`` answers with the status of the run in JSON, to the sites alone."""
NO_SITE = "is not one of its sites"
"""How it ends for a certificate that is no site's."""
REPLY_TO = "Mcbnc-Reply-To"
MESSAGE = HTTPStatus.OK
"""The body is the coordinator's next message."""
NOTHING_YET = HTTPStatus.NO_CONTENT
"""The reply was taken, and there is no message yet."""
COMPLETE = HTTPStatus.GONE
"""All sites have the result."""
STOPPED = HTTPStatus.CONFLICT
"""The coordinator has stopped the run. The body says why. So do the bodies of all other statuses."""
WAIT = 20.0
"""Seconds that the coordinator waits for a next message before it says that there is none yet."""
