"""The module gives the words and bytes of the binary, refuses with sentences, and lets other threads run."""

import json
import os
import struct
import subprocess
import threading
import unittest
import zlib
from pathlib import Path

import nomina

ROOT = Path(__file__).parents[3]
BINARY = os.environ.get("NOMINA_BINARY", str(ROOT / "target/debug/nomina"))
IMAGES = Path(os.environ.get("NOMINA_IMAGES", ROOT / "../shared/images"))
RECIPE = {"resizeImages": True, "maxWidth": 320, "maxHeight": 320, "convertFormat": True, "outputFormat": "webp"}
MARKED = {"enableTextWatermark": True, "textWatermark": "© Nomina", "addCustomMetadata": True, "customTitle": "Ours"}


def png(width, height):
    """An image of many colours."""
    rows = b"".join(b"\0" + bytes((x * 7 + y * c) % 256 for x in range(width) for c in (1, 2, 3)) for y in range(height))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def binary(*args, image=None):
    return subprocess.run([BINARY, *args], input=image, capture_output=True, check=True).stdout


def photos(count):
    """Some shared photos of different formats."""
    found = sorted((IMAGES / "photos").glob("*.jpg")) if IMAGES.is_dir() else []
    return found[:: max(1, len(found) // count)][:count]


class SameAsTheBinary(unittest.TestCase):
    def test_words(self):
        files = photos(6)
        if not files:
            self.skipTest(f"there are no images in {IMAGES}")
        lines = binary("name", "--fresh", "--quiet", "--json", "--provider", "embedded", *map(str, files)).splitlines()
        for file, line in zip(files, map(json.loads, lines)):
            self.assertEqual(str(file), line["file"])
            self.assertEqual(nomina.name(file.read_bytes()), line["details"], file)

    def test_words_of_the_quick_networks(self):
        for file in photos(2):
            line = binary("name", "--fresh", "--quiet", "--json", "--provider", "embedded", "--quick", str(file))
            self.assertEqual(nomina.name(file.read_bytes(), quick=True), json.loads(line)["details"], file)

    def test_bytes(self):
        images = [png(640, 400), *(file.read_bytes() for file in photos(3))]
        for recipe in ({}, RECIPE, MARKED):
            path = Path(os.environ.get("TMPDIR", "/tmp")) / f"nomina-recipe-{os.getpid()}.json"
            path.write_text(json.dumps(recipe), encoding="utf-8")
            self.addCleanup(lambda: path.unlink(missing_ok=True))
            for image in images:
                made, facts = nomina.process(image, recipe)
                self.assertEqual(made, binary("process", "--quiet", "--recipe", str(path), "-", "-", image=image))
                self.assertEqual(facts["format"], nomina.inspect(made)["format"])

    def test_headers(self):
        for file in photos(4):
            line = json.loads(binary("inspect", "--json", str(file)))
            self.assertEqual(nomina.inspect(file.read_bytes()), line["inspection"])


class WithoutTheBinary(unittest.TestCase):
    def test_what_cannot_be_used_is_said_in_a_sentence_with_a_code(self):
        for call, code in (
            (lambda: nomina.inspect(b"no image"), "unsupported"),
            (lambda: nomina.name(png(8, 8)[:40]), "damaged"),
            (lambda: nomina.process(png(8, 8), {"maxWdith": 1}), "recipe"),
            (lambda: nomina.process(png(8, 8), {"textWatermarkOpacity": 9}), "recipe"),
        ):
            with self.assertRaises(nomina.NominaError) as raised:
                call()
            self.assertEqual(raised.exception.code, code)
            self.assertRegex(str(raised.exception), r"\w+ \w+")
        with self.assertRaises(TypeError):
            nomina.inspect("text")

    def test_a_bytearray_and_the_words_about_an_image(self):
        self.assertEqual(nomina.inspect(bytearray(png(8, 4)))["width"], 8)
        self.assertIsInstance(nomina.name(png(64, 64), context="a test card")["name"], str)

    def test_other_threads_run_meanwhile(self):
        begun, over, counted = threading.Event(), [], 0

        def work():
            image = png(1200, 900)
            begun.set()
            nomina.process(image, {**RECIPE, "maxWidth": 1000, "maxHeight": 1000})
            over.append(True)

        thread = threading.Thread(target=work)
        thread.start()
        begun.wait()
        while not over:
            counted += 1
        thread.join()
        self.assertGreater(counted, 5000, "the interpreter stood still")


if __name__ == "__main__":
    unittest.main()
