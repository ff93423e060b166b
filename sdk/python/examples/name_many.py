"""Names many images side by side: python name_many.py photo.jpg ..."""

import asyncio
import sys

from nomina_client import AsyncClient, NominaError

AT_ONCE = 4


async def main() -> None:
    slots = asyncio.Semaphore(AT_ONCE)
    async with AsyncClient() as nomina:

        async def name(path: str) -> str:
            async with slots:
                return f"{path} -> {(await nomina.name(path)).suggested_name}"

        for line in await asyncio.gather(*map(name, sys.argv[1:])):
            print(line)


try:
    asyncio.run(main())
except NominaError as error:
    sys.exit(f"name_many: {error}")
