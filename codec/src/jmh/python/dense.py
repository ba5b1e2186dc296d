#!/usr/bin/env python3
"""Compares the codec dense with zstd 9 on recorded streams, in a table of medians.

Each figure is the median of several JVMs (JVMS in the environment, 5 by default), which run the codecs in turn. MB/s are 10^6
bytes before compression for each second of processor time of one thread.
"""
import argparse, os, shlex, statistics, subprocess

CODECS = ['dense:0', 'dense:1', 'dense:2', 'dense:3', 'zstd:9']
JVMS = int(os.environ.get('JVMS', '5'))


def streams(path):
    if os.path.isdir(path):
        return sorted(os.path.join(path, name) for name in os.listdir(path) if name.endswith('.trace'))
    return [path]


def main(java, paths):
    print('| trace | codec | ratio | first pass: encode | decode | warm: encode | decode |')
    print('| --- | --- | ---: | ---: | ---: | ---: | ---: |')
    for path in paths:
        runs = {codec: [] for codec in CODECS}
        for _ in range(JVMS):
            for codec in CODECS:
                answer = subprocess.run(
                    java + codec.split(':') + streams(path), check=True, stdout=subprocess.PIPE, text=True).stdout
                runs[codec].append([float(figure) for figure in answer.split()])
        for codec in CODECS:
            bytes_in, bytes_out, *rates = [statistics.median(column) for column in zip(*runs[codec])]
            print('| %s | %s | %.4f | %s |' % (
                os.path.basename(os.path.normpath(path)), codec.replace(':', ' '), bytes_out / bytes_in,
                ' | '.join('%.0f' % rate for rate in rates)), flush=True)


if __name__ == '__main__':
    parser = argparse.ArgumentParser(prog='bench dense', description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--java', required=True, help=argparse.SUPPRESS)
    parser.add_argument('traces', nargs='+', metavar='TRACE', help='a folder of .trace files, each a stream, or one such file')
    arguments = parser.parse_args()
    for trace in arguments.traces:
        if not os.path.exists(trace):
            parser.error(f'{trace}: no such file or folder')
    main(shlex.split(arguments.java), arguments.traces)
