"""The expert for dishes: a MobileNet out of its TensorFlow Lite file, with weights of eight bits and one scale for
each channel, as crates/vision/src/embedded/expert.rs reads them.

Plain Python without packages, so that every machine makes the same bytes. The food network's numbers are floats; its layers end at 0
and 6, so that bytes from 0 to 255 hold what flows through it. The last layer keeps its sums as floats.
"""

import array
import io
import struct
import zipfile

CONV, DEPTHWISE, ADD, MEAN, DENSE = 3, 4, 0, 1, 9
FLOAT = 0
RELU6 = 3
MOST = 127


class Table:
    """A table of a flat buffer."""

    def __init__(self, data, at):
        self.data, self.at = data, at
        self.fields = at - struct.unpack_from("<i", data, at)[0]

    def offset(self, field):
        size = struct.unpack_from("<H", self.data, self.fields)[0]
        return struct.unpack_from("<H", self.data, self.fields + 4 + 2 * field)[0] if 4 + 2 * field < size else 0

    def number(self, field, form="<i"):
        offset = self.offset(field)
        return struct.unpack_from(form, self.data, self.at + offset)[0] if offset else 0

    def follow(self, field):
        at = self.at + self.offset(field)
        return at + struct.unpack_from("<I", self.data, at)[0]

    def table(self, field):
        return Table(self.data, self.follow(field)) if self.offset(field) else None

    def tables(self, field):
        start = self.follow(field)
        count = struct.unpack_from("<I", self.data, start)[0]
        places = (start + 4 + 4 * at for at in range(count))
        return [Table(self.data, place + struct.unpack_from("<I", self.data, place)[0]) for place in places]

    def numbers(self, field, kind):
        if not self.offset(field):
            return array.array(kind)
        start = self.follow(field)
        count = struct.unpack_from("<I", self.data, start)[0]
        size = array.array(kind).itemsize
        return array.array(kind, bytes(self.data[start + 4 : start + 4 + count * size]))


class Tensor:
    def __init__(self, table, buffers):
        self.shape, self.kind = table.numbers(0, "i"), table.number(1, "<b")
        self.data = buffers[table.number(2, "<I")].numbers(0, "B")
        scales = table.table(4)
        self.scale = next(iter(scales.numbers(2, "f")), None) if scales else None
        self.zero = next(iter(scales.numbers(3, "q")), 0) if scales else 0

    def values(self):
        """Weights as real numbers."""
        if self.kind == FLOAT:
            return array.array("f", self.data.tobytes())
        return array.array("d", ((value - self.zero) * self.scale for value in self.data))

    def biases(self):
        if self.kind == FLOAT:
            return array.array("f", self.data.tobytes())
        return [value * self.scale for value in array.array("i", self.data.tobytes())]

    def levels(self):
        """Scale and zero of what flows through; floats end at 0 and 6."""
        return (6 / 255, 0) if self.kind == FLOAT else (self.scale, self.zero)


def as_float(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def rows(values, channels, last):
    """The weights of each channel: one after the other, or, where the channel changes fastest, apart."""
    size = len(values) // channels
    return [values[at::channels] if last else values[at * size : (at + 1) * size] for at in range(channels)]


def narrowed(row, least=1e-12):
    """A scale, no smaller than the least, and whole numbers from -127 to 127."""
    scale = as_float(max(max(map(abs, row)) / MOST, least))
    return scale, list(map(round, [value / scale for value in row]))


def floats(values):
    return struct.pack(f"<{len(values)}f", *values)


def convolution(weights, biases, scale_in, depthwise):
    channels = weights.shape[3] if depthwise else weights.shape[0]
    # A channel of next to no weights keeps its bias, which must fit into 24 bits.
    least = [max(abs(bias) / (scale_in * (1 << 23)), 1e-12) for bias in biases.biases()]
    scales, whole = zip(*map(narrowed, rows(weights.values(), channels, depthwise), least))
    data = array.array("b", [value for tap in zip(*whole) for value in tap] if depthwise else [v for row in whole for v in row])
    units = [round(bias / (scale_in * scale)) for bias, scale in zip(biases.biases(), scales)]
    return struct.pack("<I", weights.shape[1]) + floats(scales) + data.tobytes() + struct.pack(f"<{channels}i", *units)


def last_layer(weights, biases):
    scales, whole = zip(*map(narrowed, rows(weights.values(), weights.shape[0], False)))
    data = array.array("b", [value for row in whole for value in row])
    return struct.pack("<I", weights.shape[0]) + floats(scales) + data.tobytes() + floats(list(biases.biases()))


def labels(file):
    """The words in the file's own archive; those without an English word are left empty."""
    text = zipfile.ZipFile(io.BytesIO(file)).read("probability-labels-en.txt").decode()
    words = (line.strip().strip('"') for line in text.split("\n"))
    return "\n".join("" if word.startswith(("/", "__")) else word for word in words)


def expert(file):
    """The bytes of an expert, from those of its TensorFlow Lite file."""
    model = Table(memoryview(file), struct.unpack_from("<I", file, 0)[0])
    codes = [max(code.number(0, "<b"), code.number(3)) for code in model.tables(1)]
    graph, buffers = model.tables(2)[0], model.tables(4)
    tensors = [Tensor(table, buffers) for table in graph.tables(0)]
    source = tensors[graph.numbers(1, "i")[0]]
    # What flows, in the order in which it is made; steps that change nothing share a number.
    made, steps, last = {graph.numbers(1, "i")[0]: 0}, [], None
    levels = {0: source.levels()}
    for op in graph.tables(3):
        code, inputs, output = codes[op.number(0, "<I")], op.numbers(1, "i"), op.numbers(2, "i")[0]
        options, result = op.table(4), tensors[output]
        averaged = last == "mean"
        if averaged and code in (CONV, DENSE):
            last = last_layer(tensors[inputs[1]], tensors[inputs[2]])
        elif code == MEAN:
            last = "mean"
        elif code in (CONV, DEPTHWISE, ADD) and last is None:
            stride = 1 if code == ADD else options.number(2)
            relu6 = options.number({CONV: 3, DEPTHWISE: 4, ADD: 0}[code], "<b") == RELU6
            first, second = made[inputs[0]], made[inputs[1 if code == ADD else 0]]
            made[output] = len(steps) + 1
            levels[made[output]] = result.levels()
            head = struct.pack("<8I", code, stride, relu6, first, second, *result.shape[1:4])
            head += struct.pack("<fI", *result.levels())
            weights = b"" if code == ADD else convolution(*(tensors[at] for at in inputs[1:3]), levels[first][0], code == DEPTHWISE)
            steps.append(head + weights)
        elif last is None:
            made[output] = made[inputs[0]]
    head = struct.pack("<IfII", source.shape[1], *source.levels(), len(steps))
    return head + b"".join(steps) + last + labels(file).encode()
