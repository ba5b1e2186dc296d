#!/usr/bin/env python3
"""Compares stream encoders with the C libraries, driven from Python, on the same recorded reads in the same run.

One context for each connection and direction, flushed after each read. Speeds are processor time of the encoding thread,
in 10^6 bytes before compression per second, the median of several passes. Python's part is python-lz4's linked frames
of 64 KiB blocks, whose sizes include 4 bytes for each read that the frame format asks for; python-zstandard; zlib.
"""
import argparse, json, os, shlex, statistics, struct, subprocess, tempfile, time, zlib

import lz4.frame
import zstandard

CODECS = ['lz4:0', 'lz4hc:3', 'lz4hc:9', 'gzip:1', 'gzip:6', 'zstd:-1', 'zstd:1', 'zstd:3', 'zstd:9']
PASSES = 5


def records(data):
    """The reads of `u64 nanoseconds, u32 length, bytes`, one after the other."""
    reads, at = [], 0
    while at < len(data):
        length, = struct.unpack_from('<I', data, at + 8)
        reads.append(data[at + 12:at + 12 + length])
        at += 12 + length
    return reads


def packed(path):
    """The streams of a recording as `narrows pack` writes it; RecordingFile draws the layout."""
    with open(path, 'rb') as file:
        data = zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(file).read()
    streams, at = [], 0
    while at < len(data):
        at += 1 + data[at]
        for _ in range(2):
            length, = struct.unpack_from('<I', data, at)
            streams.append(records(data[at + 4:at + 4 + length]))
            at += 4 + length
    return streams


def indexed(folder):
    """The streams of a folder with an index.json and a trace for each connection and direction."""
    with open(os.path.join(folder, 'index.json')) as file:
        index = json.load(file)
    streams = []
    for connection in index['conns']:
        for direction in ('c2s', 's2c'):
            with open(os.path.join(folder, connection[direction]['file']), 'rb') as file:
                streams.append(records(file.read()))
    return streams


def encoder(codec, level):
    """A function from one read to the bytes that it became."""
    if codec == 'gzip':
        deflate = zlib.compressobj(level, zlib.DEFLATED, -15)
        return lambda read: len(deflate.compress(read)) + len(deflate.flush(zlib.Z_SYNC_FLUSH))
    if codec == 'zstd':
        parameters = zstandard.ZstdCompressionParameters.from_level(
            level, format=zstandard.FORMAT_ZSTD1_MAGICLESS, write_content_size=0, write_checksum=0)
        zstd = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
        return lambda read: len(zstd.compress(read)) + len(zstd.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK))
    frame = lz4.frame.LZ4FrameCompressor(
        block_size=lz4.frame.BLOCKSIZE_MAX64KB, block_linked=True, auto_flush=True, compression_level=level)
    frame.begin()
    return lambda read: len(frame.compress(read))


def python_pass(streams, codec, level):
    out, seconds = 0, 0.0
    for reads in streams:
        encode = encoder(codec, level)
        start = time.process_time()
        for read in reads:
            out += encode(read)
        seconds += time.process_time() - start
    return out, seconds


def main(java, paths):
    print('%-10s %-8s %10s   %10s %6s %6s   %10s %6s %6s   %5s' % (
        'recording', 'codec', 'bytes', 'Python', 'ratio', 'MB/s', 'Narrows', 'ratio', 'MB/s', 'speed'))
    for path in paths:
        name = os.path.splitext(os.path.basename(os.path.normpath(path)))[0]
        streams = [reads for reads in (indexed(path) if os.path.isdir(path) else packed(path)) if reads]
        total = sum(len(read) for reads in streams for read in reads)
        with tempfile.NamedTemporaryFile() as flat:
            for reads in streams:
                flat.write(struct.pack('<I', len(reads)))
                for read in reads:
                    flat.write(struct.pack('<I', len(read)) + read)
            flat.flush()
            for label in CODECS:
                codec, level = label.split(':')
                passes = [python_pass(streams, codec, int(level)) for _ in range(PASSES)]
                theirs = total / 1e6 / statistics.median(seconds for _, seconds in passes)
                answer = subprocess.run(
                    java + [flat.name, codec, level], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
                ours = total / 1e6 / float(answer[2])
                print('%-10s %-8s %10d   %10d %6.4f %6.0f   %10d %6.4f %6.0f   %5.2f' % (
                    name, label, total, passes[0][0], passes[0][0] / total, theirs,
                    int(answer[1]), int(answer[1]) / total, ours, ours / theirs), flush=True)


if __name__ == '__main__':
    parser = argparse.ArgumentParser(prog='bench streams', description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--java', required=True, help=argparse.SUPPRESS)
    parser.add_argument(
        'recordings', nargs='+', metavar='RECORDING', help="packed, or a folder of traces; the demo's recordings by default")
    arguments = parser.parse_args()
    for recording in arguments.recordings:
        if not os.path.exists(recording):
            parser.error(f'{recording}: no such file or folder')
    main(shlex.split(arguments.java), arguments.recordings)
