"""Packs the images of the labelled sets, made small. usage: TAGS=scripts/tags MIRROR=folder scripts/eye/collect_labelled.py OUT"""
import hashlib, io, os, pathlib, pickle, sys
sys.path.insert(0, os.environ["TAGS"]); sys.dont_write_bytecode = True
import sources, subprocess
from PIL import Image, ImageOps
from features import blobs
shas = sources.excluded()[0]
def small(b):
    p = Image.open(io.BytesIO(b))
    if p.format == "JPEG": p.draft("RGB", (300, 300))
    p = ImageOps.exif_transpose(p)
    if p.mode in ("RGBA", "LA", "P"):
        p = p.convert("RGBA"); p = Image.alpha_composite(Image.new("RGBA", p.size, (255,) * 4), p)
    p = p.convert("RGB"); p.thumbnail((320, 320), Image.BILINEAR); o = io.BytesIO(); p.save(o, "JPEG", quality=88); return o.getvalue()
rows, part, size = sources.labelled(), [], 0
bad = 0
for key, data in blobs(rows):
    if hashlib.sha256(data).hexdigest() in shas: continue
    try:
        if len(data) > 24000 or data[:3] != b"\xff\xd8\xff": data = small(data)
    except Exception: bad += 1; continue
    part.append((key, data)); size += len(data)
print(len(part), size, bad)
os.makedirs(sys.argv[1], exist_ok=True)
pickle.dump(part, open(sys.argv[1] + "/lab0.pkl", "wb"))
