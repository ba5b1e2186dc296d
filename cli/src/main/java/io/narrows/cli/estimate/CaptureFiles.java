package io.narrows.cli.estimate;

import io.narrows.estimate.pcap.CaptureException;
import io.narrows.estimate.pcap.CaptureReader;
import io.narrows.estimate.tcp.CapturedStreams;
import io.narrows.terminal.output.ProgressBar;
import io.narrows.terminal.process.Signals;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads captures one after another, with a progress bar if their size is known. */
public final class CaptureFiles {
    /** The name of standard input among the files. */
    public static final String STANDARD_INPUT = "-";

    private static final int PACKETS_PER_STEP = 4096;

    private final List<String> files;
    private final PrintWriter err;
    private final Supplier<ReadableByteChannel> standardInput;

    /** @param files paths, or {@link #STANDARD_INPUT} */
    public CaptureFiles(List<String> files, PrintWriter err) {
        this(files, err, () -> new FileInputStream(FileDescriptor.in).getChannel());
    }

    CaptureFiles(List<String> files, PrintWriter err, Supplier<ReadableByteChannel> standardInput) {
        this.files = files;
        this.err = err;
        this.standardInput = standardInput;
    }

    /**
     * Reads all captures, and ends their connections. On standard input, SIGINT and SIGTERM are its end too, so that a capture
     * in progress can be estimated. A damaged capture ends at the damage, with a warning.
     *
     * @return whether no capture was damaged
     * @throws CaptureException if a file is no capture, or damaged before the first packet of all
     */
    public boolean read(CapturedStreams streams) throws IOException {
        boolean whole = true;
        try (ProgressBar bar = ProgressBar.onStandardError(size())) {
            for (String file : files) {
                if (file.equals(STANDARD_INPUT)) {
                    whole &= readStandardInput(streams);
                } else {
                    try (CaptureReader reader = CaptureReader.open(Path.of(file))) {
                        Optional<CaptureException> damage = read(streams, reader, bar::add);
                        bar.clear();
                        warn(reader, damage);
                        whole &= damage.isEmpty();
                    }
                }
            }
        }
        streams.end();
        err.flush();
        return whole;
    }

    private boolean readStandardInput(CapturedStreams streams) throws IOException {
        StoppableInput input = new StoppableInput(standardInput.get());
        List<Runnable> restore = Stream.of("INT", "TERM")
                .map(signal -> Signals.handleForATime(signal, input::stop))
                .toList();
        try (CaptureReader reader = CaptureReader.open("standard input", input)) {
            Optional<CaptureException> damage = read(streams, reader, bytes -> {});
            if (!input.isStopped() || damage.isPresent()) { // the end may be anywhere after a signal
                warn(reader, damage);
            }
            return damage.isEmpty();
        } finally {
            restore.forEach(Runnable::run);
        }
    }

    private void warn(CaptureReader reader, Optional<CaptureException> damage) {
        reader.warnings().forEach(warning -> err.println("narrows: " + warning));
        damage.ifPresent(e -> err.println("narrows: " + e.getMessage() + "; the rest of this capture is left out"));
    }

    /** Reads a capture to its end, or to the damage that is returned. */
    private static Optional<CaptureException> read(CapturedStreams streams, CaptureReader reader, LongConsumer progress)
            throws IOException {
        long shown = 0;
        try {
            boolean more = true;
            while (more) {
                for (int i = 0; more && i < PACKETS_PER_STEP; i++) {
                    more = streams.readPacket(reader);
                }
                progress.accept(reader.offset() - shown);
                shown = reader.offset();
            }
            return Optional.empty();
        } catch (CaptureException e) {
            if (streams.packets().packets() == 0) {
                throw e;
            }
            return Optional.of(e);
        }
    }

    private long size() throws IOException {
        long bytes = 0;
        for (String file : files) {
            if (!file.equals(STANDARD_INPUT)) {
                Path path = Path.of(file);
                if (Files.isDirectory(path)) {
                    throw new FileSystemException(file, null, "is a directory; expected a capture");
                }
                bytes += Files.size(path);
            }
        }
        return bytes;
    }
}
