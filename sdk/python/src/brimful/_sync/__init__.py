# Written by sdk/generate from the file of the same name in ../_async. Change that one.

"""The synchronous client. `_sync` is written from it by sdk/generate."""
