"""The side of a site. Flower calls this function for each message of the server."""

from __future__ import annotations

from flwr.app import ConfigRecord, Context, Message, RecordDict
from flwr.clientapp import ClientApp

from mcbnc.federated import Refused

from .site import opened_client

app = ClientApp()


@app.query()
def answer(message: Message, context: Context) -> Message:
    """Answer one message of the coordinator. A refusal travels like any answer."""
    asked = message.content["mcbnc"]
    with opened_client(context, str(asked["task"])) as client:
        try:
            reply = client.answer(asked["bytes"])
        except Refused as refused:
            reply = refused.bytes
    return Message(RecordDict({"mcbnc": ConfigRecord({"bytes": reply})}), reply_to=message)
