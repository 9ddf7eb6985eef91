"""A transport for federations: HTTPS with mutual TLS, on the standard library.

Hospitals' firewalls let only outgoing connections through. So the coordinator is the server, and the sites
ask it for messages. :mod:`mcbnc.federated` makes and reads the messages, and imports nothing of this package.

A site posts its reply and waits in the same request for the next message. The request names the message that
it replies to by its SHA-256. So a reply that comes twice or too late is recognised, and a connection may
break anywhere. `mailbox.py` is where the coordinator's thread and those of the connections meet. `slots.py`
gives out connections: to strangers for a short time, and to each site once. `tls.py` has OpenSSL's words for
a wrong certificate. `identity.py` and `certificates.py` read and write keys.
"""

# Why it is on `http.server` and `http.client`, with a thread for each connection. Both ends were built on
# aiohttp 3.14 too, with the same slots and the same mailbox:
#
#                                                  here     aiohttp
#     lines of the transport                        737         678
#     libraries beside cryptography                   0           8
#     import, on a busy machine                   0.1 s       0.6 s
#     a round of three sites, the best tenth     0.8 ms      1.2 ms
#     its median, on a busy machine              0.9 ms   2.6-6.2 ms
#     a refused certificate is named                yes          no
#
# The last row decides. A site with a wrong certificate must hear why, and must not try again. asyncio closes
# a connection after a failed handshake without TLS's alert, in each Python from 3.8 to 3.13. The site then
# sees what it sees in a network that fails, and tries on. Strangers need slots before their handshake too,
# and asyncio has no hook there. grpcio hides the reason as well ("Socket closed"), and keeps 300 silent
# strangers for more than 12 seconds.
