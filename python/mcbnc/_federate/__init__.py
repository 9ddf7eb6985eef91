"""A transport for federations: HTTPS with mutual TLS, on the standard library.

Hospitals' firewalls let only outgoing connections through. So the coordinator is the server, and the sites
ask it for messages. :mod:`mcbnc.federated` makes and reads the messages, and knows nothing of this package.
"""
