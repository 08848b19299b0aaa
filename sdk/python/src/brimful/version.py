# Written by sdk/generate from the OpenAPI document. Change the API or the generator.

VERSION = "0.1.0"
