"""The second eye: DINOv2 ViT-S/14 out of its ONNX file, with weights of eight bits, as crates/vision/src/embedded/eye reads it.

Plain Python without packages, so that every machine makes the same bytes. The layout stands in
crates/vision/src/embedded/eye/mod.rs. Folded into the weights: how pixels are normalised (bytes go in as they are), the
scale of attention, and the scales of each layer (`ls1`, `ls2`).
"""

import array
import math
import struct

WIDTH, BLOCKS, PATCH, SIDE = 384, 12, 14, 16
MEAN, SPREAD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
# Positions were learnt on a grid of this side; the graph shrinks them to SIDE by this share, straight lines between.
LEARNT, SHRINK = 37, 0.435135155916214
HEADS = 6


def fields(data):
    """The fields of a protocol buffer message: number and value (a number, or bytes)."""
    at, end = 0, len(data)

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7

    while at < end:
        tag = varint()
        kind = tag & 7
        if kind == 0:
            yield tag >> 3, varint()
        else:
            length = varint() if kind == 2 else {1: 8, 5: 4}[kind]
            yield tag >> 3, data[at : at + length]
            at += length


def read(file):
    """Tensors by name, and the names of the weights that matrices are multiplied with, in order."""
    graph = next(value for number, value in fields(memoryview(file)) if number == 7)
    tensors, products = {}, []
    for number, value in fields(graph):
        if number == 5:
            parts = list(fields(value))
            name = bytes(next(part for at, part in parts if at == 8)).decode()
            raw = next((part for at, part in parts if at == 9), b"")
            if len(raw) % 4 == 0:
                tensors[name] = array.array("f", bytes(raw))
        elif number == 1:
            parts = list(fields(value))
            if any(at == 4 and bytes(part) == b"MatMul" for at, part in parts):
                products.append([bytes(part).decode() for at, part in parts if at == 1][1])
    return tensors, [name for name in products if name in tensors]


def floats(values):
    return struct.pack(f"<{len(values)}f", *values)


def layer(rows, biases):
    """Scale of each row, whole weights row by row, bias of each row."""
    scales, whole = [], array.array("b")
    for row in rows:
        largest = max(max(row), -min(row))
        (scale,) = struct.unpack("<f", struct.pack("<f", largest / 127)) if largest else (1.0,)
        scales.append(scale)
        # None is beyond 127: the scale comes from the largest.
        whole.extend(map(round, [value / scale for value in row]))
    return floats(scales) + whole.tobytes() + floats(biases)


def patches(tensors):
    """The first layer takes the bytes of 14 x 14 pixels as they lie in the image."""
    weights, area = tensors["model.patch_embed.proj.weight"], PATCH * PATCH
    rows, biases = [], []
    for channel, bias in enumerate(tensors["model.patch_embed.proj.bias"]):
        own = weights[channel * 3 * area : (channel + 1) * 3 * area]
        planes = [own[colour * area : (colour + 1) * area] for colour in range(3)]
        rows.append([planes[colour][at] / (255 * SPREAD[colour]) for at in range(area) for colour in range(3)])
        biases.append(bias - math.fsum(sum(planes[colour]) * MEAN[colour] / SPREAD[colour] for colour in range(3)))
    return layer(rows, biases)


def places(tensors):
    """What is added to the first token and to each patch for the place where it lies."""
    first = tensors["model.cls_token"]
    grid = next(values for values in tensors.values() if len(values) == LEARNT * LEARNT * WIDTH)
    taps = []
    for at in range(SIDE):
        centre = min(max((at + 0.5) / SHRINK - 0.5, 0), LEARNT - 1)
        low = int(centre)
        taps.append((low, min(low + 1, LEARNT - 1), centre - low))
    out = [2 * value for value in first]

    def row(y, x):
        return grid[(y * LEARNT + x) * WIDTH : (y * LEARNT + x + 1) * WIDTH]

    for top, bottom, down in taps:
        for left, right, along in taps:
            corners = zip(row(top, left), row(top, right), row(bottom, left), row(bottom, right))
            out += [(a + (b - a) * along) * (1 - down) + (c + (d - c) * along) * down for a, b, c, d in corners]
    return floats(out)


def turned(matrix, outputs, factors):
    """Rows of a matrix that is stored column by column, each times its factor."""
    return [[value * factor for value in matrix[at::outputs]] for at, factor in zip(range(outputs), factors)]


def block(tensors, number, products):
    own = lambda name: tensors[f"model.blocks.{number}.{name}"]
    scaled = lambda biases, factors: [bias * factor for bias, factor in zip(biases, factors)]
    ones, inner = [1.0] * (4 * WIDTH), (WIDTH // HEADS) ** -0.5
    asked = [inner] * WIDTH + [1.0] * (2 * WIDTH)
    qkv, proj, fc1, fc2 = (tensors[name] for name in products)
    first, second = own("ls1.gamma"), own("ls2.gamma")
    return b"".join(
        (
            floats(own("norm1.weight")) + floats(own("norm1.bias")),
            layer(turned(qkv, 3 * WIDTH, asked), scaled(own("attn.qkv.bias"), asked)),
            layer(turned(proj, WIDTH, first), scaled(own("attn.proj.bias"), first)),
            floats(own("norm2.weight")) + floats(own("norm2.bias")),
            layer(turned(fc1, 4 * WIDTH, ones), own("mlp.fc1.bias")),
            layer(turned(fc2, WIDTH, second), scaled(own("mlp.fc2.bias"), second)),
        )
    )


def eye(file):
    """The bytes of the eye, from those of the ONNX file."""
    tensors, products = read(file)
    blocks = [block(tensors, number, products[4 * number : 4 * number + 4]) for number in range(BLOCKS)]
    norm = floats(tensors["model.norm.weight"]) + floats(tensors["model.norm.bias"])
    return patches(tensors) + places(tensors) + b"".join(blocks) + norm
