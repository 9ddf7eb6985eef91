"""One Bayesian network from many sites: mcbnc carried by Flower's messages."""
