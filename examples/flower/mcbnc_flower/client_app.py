"""The side of a site. Flower calls one of these functions for each message of the server."""

from __future__ import annotations

from flwr.app import ConfigRecord, Context, Message, RecordDict
from flwr.clientapp import ClientApp

import mcbnc
from mcbnc.federated import Refused

from .site import opened_client, read_rows

app = ClientApp()


@app.train()
def learn(message: Message, context: Context) -> Message:
    """Consensus, first exchange: learn a DAG from the site's rows, and send it with its names."""
    learned = mcbnc.learn(read_rows(context))
    return _reply(message, dag=learned.to_bnlearn())


@app.evaluate()
def score(message: Message, context: Context) -> Message:
    """Consensus, second exchange: say how well the consensus fits the site's rows."""
    consensus = mcbnc.from_bnlearn(str(message.content["mcbnc"]["dag"]))
    return _reply(message, bdeu=mcbnc.metrics.score(consensus, read_rows(context)))


@app.query()
def answer(message: Message, context: Context) -> Message:
    """Learning from sums: answer one message of the coordinator. A refusal travels like any answer."""
    with opened_client(context) as client:
        try:
            reply = client.answer(message.content["mcbnc"]["bytes"])
        except Refused as refused:
            reply = refused.bytes
    return _reply(message, bytes=reply)


def _reply(message: Message, **values: str | float | bytes) -> Message:
    return Message(RecordDict({"mcbnc": ConfigRecord(values)}), reply_to=message)
