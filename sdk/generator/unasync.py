"""Writes the synchronous form of the Python client from the asynchronous one, so that there is one text of it."""

import re

# In this order; names as whole words.
WORDS = [
    ("async def", "def"),
    ("async with", "with"),
    ("async for", "for"),
    ("await ", ""),
    ("from asyncio import sleep", "from time import sleep"),
    ("AsyncGenerator", "Generator"),
    ("AsyncIterator", "Iterator"),
    ("AsyncClient", "Client"),
    ("AsyncBulkJob", "BulkJob"),
    ("AsyncTransport", "Transport"),
    ("AsyncOperations", "Operations"),
    ("__aenter__", "__enter__"),
    ("__aexit__", "__exit__"),
    ("aclose", "close"),
    ("aread", "read"),
    ("aiter_text", "iter_text"),
    ("asynchronous", "synchronous"),
]
HEADER = "# Written by sdk/generate from the file of the same name in ../_async. Change that one.\n\n"


def sync(source: str) -> str:
    """The synchronous form of a module."""
    text = source
    for old, new in WORDS:
        start = r"\b" if old[0].isalpha() else ""
        end = r"\b" if old[-1].isalpha() else ""
        text = re.sub(start + re.escape(old) + end, new, text)
    return HEADER + text
