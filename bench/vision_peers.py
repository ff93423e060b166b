"""The peers' side of bench/vision.mjs: LiteRT and ONNX Runtime on the very graphs that Nomina carries, one thread.

usage: vision_peers.py MODELS-FOLDER RUNS   -> one JSON object, processor milliseconds by network
"""

import json
import statistics
import struct
import sys
import time
from pathlib import Path

import numpy
import onnxruntime
from ai_edge_litert.interpreter import Interpreter


def networks(path):
    """The two graphs of a container; its layout is described in crates/vision/src/embedded/weights.rs."""
    data, at, found = path.read_bytes(), 12, []
    for _ in range(2):
        (length,) = struct.unpack_from("<I", data, at)
        found.append(data[at + 4 : at + 4 + length])
        at += 4 + length
    return found


def cpu_ms(work, runs):
    work()
    times = []
    for _ in range(runs):
        before = time.process_time()
        work()
        times.append(1000 * (time.process_time() - before))
    return statistics.median(times)


def litert(graph, runs):
    interpreter = Interpreter(model_content=graph, num_threads=1)
    interpreter.allocate_tensors()
    entry = interpreter.get_input_details()[0]
    low = 0 if entry["dtype"] == numpy.uint8 else -128
    values = numpy.random.default_rng(1).integers(0, 256, entry["shape"]) + low
    interpreter.set_tensor(entry["index"], values.astype(entry["dtype"]))
    return cpu_ms(interpreter.invoke, runs)


def ort(graph, shape, runs):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    values = numpy.random.default_rng(1).standard_normal(shape).astype(numpy.float32)
    name = session.get_inputs()[0].name
    return cpu_ms(lambda: session.run(None, {name: values}), runs)


def main():
    models, runs = Path(sys.argv[1]), int(sys.argv[2])
    classifier, detector = networks(models / "nomina-vision.bin")
    finder, reader = networks(models / "nomina-text.bin")
    result = {
        "classifier": litert(classifier, runs),
        "detector": litert(detector, runs),
        "text-finder": ort(finder, (1, 3, 480, 640), runs),
        "text-reader": ort(reader, (1, 3, 48, 320), runs),
    }
    print(json.dumps(result))


main()
