"""The client that openapi-python-client makes of our document, driving the real server: generated.py FILE"""

import os
import sys
import time
from io import BytesIO
from pathlib import Path

from generated_client import AuthenticatedClient
from generated_client.api.api import get_api_v1_batches_process_id as show
from generated_client.api.api import get_api_v1_batches_process_id_result as result
from generated_client.api.api import post_api_v1_batches_process as create
from generated_client.api.api import post_api_v1_names as names
from generated_client.api.api import post_api_v1_process as process
from generated_client.api.usage import get_api_v1_usage as usage
from generated_client.models import BatchForm, NameForm, OutputFormat, ProcessForm, ProcessingOptions
from generated_client.types import File

bytes_of = Path(sys.argv[1]).read_bytes()


def image(name: str = "IMG_2041.png") -> File:
    return File(payload=BytesIO(bytes_of), file_name=name, mime_type="image/png")


client = AuthenticatedClient(base_url=os.environ["NOMINA_URL"], token=os.environ["NOMINA_KEY"])
webp = ProcessingOptions(keep_names=True, convert_format=True, output_format=OutputFormat.WEBP)
with client:
    print("name", names.sync(client=client, body=NameForm(image=image(), original_name="IMG_2041.png")).suggested_name)
    print("process", process.sync(client=client, body=ProcessForm(image=image(), recipe=webp)).payload.read(12)[8:])
    print("unchanged", process.sync(client=client, body=ProcessForm(image=image())).payload.read(4))
    batch = create.sync(client=client, body=BatchForm(image=[image("a.png"), image("b.png")], recipe=webp), idempotency_key="generated")
    while batch.status == "processing":
        time.sleep(0.2)
        batch = show.sync(client=client, id=batch.id)
    print("batch", batch.status, [picture.name for picture in batch.pictures])
    print("zip", result.sync(client=client, id=batch.id).payload.read(2))
    print("usage", usage.sync(client=client).tier)
stranger = AuthenticatedClient(base_url=os.environ["NOMINA_URL"], token="nmn_live_wrong")
print("refused", names.sync(client=stranger, body=NameForm(image=image())).code)
