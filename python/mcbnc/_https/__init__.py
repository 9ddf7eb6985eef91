"""A transport for federations: HTTPS with mutual TLS, on the standard library.

Hospitals' firewalls let only outgoing connections through. So the coordinator is the server, and the sites
ask it for messages. :mod:`mcbnc.federated` makes and reads the messages, and knows nothing of this package.

A site posts its reply and waits in the same request for the next message. The request names the message that
it replies to by its SHA-256. So a reply that comes twice or too late is recognised, and a connection may
break anywhere. `mailbox.py` is where the coordinator's thread and those of the connections meet. `places.py`
says who may hold a connection: strangers for a short time, and each site once. `tls.py` knows what OpenSSL
calls a wrong certificate. `identity.py` and `certificates.py` read and write keys.
"""
