"""One call of the Python SDK: prints `OK result`, or the exception's class and sentence. call.py name|anon|batch FILE"""

import asyncio
import sys

from nomina_client import AsyncClient, Client, NominaError

what, image = sys.argv[1:]


async def asynchronous() -> str:
    async with AsyncClient(retries=2) as nomina:
        if what == "async-batch":
            batch = await nomina.create_batch([image], recipe={"keepNames": True})
            await nomina.wait(batch.id)
            return str(await nomina.download(batch.id, "async.zip"))
        return (await nomina.name(image)).suggested_name


def synchronous() -> str:
    with Client(retries=2) as nomina:
        if what == "batch":
            batch = nomina.create_batch([image], recipe={"keepNames": True})
            nomina.wait(batch.id)
            return str(nomina.download(batch.id, "sync.zip"))
        return nomina.name(image).suggested_name


try:
    print("OK", asyncio.run(asynchronous()) if what.startswith("async") else synchronous())
except NominaError as error:
    print(f"{type(error).__name__}: {error}")
