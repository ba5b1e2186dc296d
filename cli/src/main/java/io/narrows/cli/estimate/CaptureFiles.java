package io.narrows.cli.estimate;

import io.narrows.estimate.pcap.CaptureReader;
import io.narrows.estimate.tcp.CapturedStreams;
import io.narrows.terminal.output.ProgressBar;
import io.narrows.terminal.process.Signals;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads captures one after another, with a progress bar if their size is known. */
public final class CaptureFiles {
    /** The name of standard input among the files. */
    public static final String STANDARD_INPUT = "-";

    private static final int PACKETS_PER_STEP = 4096;

    private final List<String> files;
    private final PrintWriter err;

    /** @param files paths, or {@link #STANDARD_INPUT} */
    public CaptureFiles(List<String> files, PrintWriter err) {
        this.files = files;
        this.err = err;
    }

    /**
     * Reads all captures, and ends their connections. On standard input, SIGINT and SIGTERM are its end too, so that a capture
     * in progress can be estimated.
     */
    public void read(CapturedStreams streams) throws IOException {
        try (ProgressBar bar = ProgressBar.onStandardError(size())) {
            for (String file : files) {
                if (file.equals(STANDARD_INPUT)) {
                    readStandardInput(streams);
                } else {
                    try (CaptureReader reader = CaptureReader.open(Path.of(file))) {
                        read(streams, reader, bar);
                        bar.clear();
                        warn(reader);
                    }
                }
            }
        }
        streams.end();
        err.flush();
    }

    private void readStandardInput(CapturedStreams streams) throws IOException {
        StoppableInput input = new StoppableInput(new FileInputStream(FileDescriptor.in).getChannel());
        Signals.handle("INT", input::stop);
        Signals.handle("TERM", input::stop);
        try (CaptureReader reader = CaptureReader.open("standard input", input)) {
            streams.read(reader);
            if (!input.isStopped()) { // the end may be anywhere then
                warn(reader);
            }
        }
    }

    private void warn(CaptureReader reader) {
        reader.warnings().forEach(warning -> err.println("narrows: " + warning));
    }

    private static void read(CapturedStreams streams, CaptureReader reader, ProgressBar bar) throws IOException {
        long shown = 0;
        boolean more = true;
        while (more) {
            for (int i = 0; more && i < PACKETS_PER_STEP; i++) {
                more = streams.readPacket(reader);
            }
            bar.add(reader.offset() - shown);
            shown = reader.offset();
        }
    }

    private long size() throws IOException {
        long bytes = 0;
        for (String file : files) {
            if (!file.equals(STANDARD_INPUT)) {
                Path path = Path.of(file);
                if (!Files.exists(path)) {
                    throw new NoSuchFileException(file);
                }
                bytes += Files.size(path);
            }
        }
        return bytes;
    }
}
