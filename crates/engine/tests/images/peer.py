"""What Pillow sees. Reads lines `mode<TAB>file<TAB>width<TAB>height<TAB>raw RGBA of ours`, answers each with
`mean<TAB>share of samples that are off by more than 8`, or `error<TAB>why` when Pillow cannot read the file.

plain: decoded samples; upright: EXIF orientation applied; srgb: ICC profile applied as well (ImageCms);
ramp: colours all over the file's colour model through its profile, see colours.rs."""
import io
import sys
import warnings

from PIL import Image, ImageChops, ImageCms, ImageOps

warnings.simplefilter("ignore")


STEPS = 16


def ramp(image):
    """Every combination of 16 levels; of inks, of every second level."""
    bands = len(image.getbands()) if image.mode in ("L", "CMYK") else 3
    step, count = (34, STEPS // 2) if bands == 4 else (17, STEPS)
    numbers = range(count**bands)
    levels = bytes(number // count**band % count * step for number in numbers for band in range(bands))
    made = Image.frombytes({1: "L", 3: "RGB", 4: "CMYK"}[bands], (count, count ** (bands - 1)), levels)
    made.info["icc_profile"] = image.info.get("icc_profile")
    return made


def to_srgb(image):
    icc = image.info.get("icc_profile")
    if not icc:
        return image.convert("RGBA")
    alpha = image.getchannel("A") if image.mode in ("RGBA", "LA") else None
    base = image if image.mode in ("RGB", "CMYK", "L") else image.convert("RGB")
    source = ImageCms.ImageCmsProfile(io.BytesIO(icc))
    out = ImageCms.profileToProfile(
        base, source, ImageCms.createProfile("sRGB"), ImageCms.Intent.PERCEPTUAL, outputMode="RGB"
    ).convert("RGBA")
    if alpha:
        out.putalpha(alpha)
    return out


def compare(mode, path, size, raw):
    image = Image.open(path)
    image.load()
    if mode in ("upright", "srgb"):
        image = ImageOps.exif_transpose(image)
    if image.mode in ("I;16", "I;16B", "I"):
        image = image.point(lambda value: value / 256).convert("L")
    if mode == "ramp":
        image = ramp(image)
    theirs = to_srgb(image) if mode in ("srgb", "ramp") else image.convert("RGBA")
    ours = Image.frombytes("RGBA", size, open(raw, "rb").read())
    if theirs.size != ours.size:
        return f"error\tsize {theirs.size} against {ours.size}"
    # What is fully transparent has no colour.
    clear = Image.new("RGBA", ours.size)
    theirs = Image.composite(theirs, clear, theirs.getchannel("A").point(lambda a: 255 if a else 0))
    ours = Image.composite(ours, clear, ours.getchannel("A").point(lambda a: 255 if a else 0))
    counts = ImageChops.difference(theirs, ours).histogram()
    total = sum(counts)
    mean = sum((i % 256) * count for i, count in enumerate(counts)) / total
    far = sum(count for i, count in enumerate(counts) if i % 256 > 8) / total
    return f"{mean:.4f}\t{far:.6f}"


for line in sys.stdin:
    mode, path, width, height, raw = line.rstrip("\n").split("\t")
    try:
        answer = compare(mode, path, (int(width), int(height)), raw)
    except Exception as error:  # a peer that cannot read a file is no verdict on ours
        answer = f"error\t{type(error).__name__}: {error}"
    print(answer.replace("\n", " "), flush=True)
