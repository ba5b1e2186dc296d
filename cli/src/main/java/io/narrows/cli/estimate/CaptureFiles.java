package io.narrows.cli.estimate;

import io.narrows.estimate.pcap.CaptureReader;
import io.narrows.estimate.tcp.CapturedStreams;
import io.narrows.terminal.output.ProgressBar;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /** Reads all captures, and ends their connections. */
    public void read(CapturedStreams streams) throws IOException {
        try (ProgressBar bar = ProgressBar.onStandardError(size())) {
            for (String file : files) {
                try (CaptureReader reader = open(file)) {
                    read(streams, reader, file.equals(STANDARD_INPUT) ? null : bar);
                    bar.clear();
                    reader.warnings().forEach(warning -> err.println("narrows: " + warning));
                }
            }
        }
        streams.end();
        err.flush();
    }

    private static void read(CapturedStreams streams, CaptureReader reader, @Nullable ProgressBar bar)
            throws IOException {
        long shown = 0;
        boolean more = true;
        while (more) {
            for (int i = 0; more && i < PACKETS_PER_STEP; i++) {
                more = streams.readPacket(reader);
            }
            if (bar != null) {
                bar.add(reader.offset() - shown);
                shown = reader.offset();
            }
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

    private static CaptureReader open(String file) throws IOException {
        return file.equals(STANDARD_INPUT)
                ? CaptureReader.open("standard input", new FileInputStream(FileDescriptor.in).getChannel())
                : CaptureReader.open(Path.of(file));
    }
}
