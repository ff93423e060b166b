"""Names images: python name_images.py photo.jpg ...  (NOMINA_URL and NOMINA_KEY are read from the environment)"""

import sys

from nomina_client import Client, NominaError

try:
    with Client() as nomina:
        for path in sys.argv[1:]:
            name = nomina.name(path)
            print(path, "->", name.suggested_name, "|", name.alt_text)
except NominaError as error:
    sys.exit(f"name_images: {error}")
