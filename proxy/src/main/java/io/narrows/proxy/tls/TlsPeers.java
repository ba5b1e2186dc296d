package io.narrows.proxy.tls;

import io.narrows.config.PeerId;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The peers that have used TLS. A later plain-text link with one of them is a mistake or an attack. Stored in the file
 * {@value #FILE} of the state directory, if there is one: an id per line, replaced atomically. Safe for use by many
 * threads.
 */
public final class TlsPeers {
    static final String FILE = "tls-peers";

    private static final Logger LOG = LoggerFactory.getLogger(TlsPeers.class);
    private static final String HEADER =
            "# Peers that have used TLS. To allow plain text from one again, stop the sidecar and remove its line.";

    /** Ids as in the file, in which an operator may have left other texts. */
    private final Set<String> peers = ConcurrentHashMap.newKeySet();

    private final Executor writer;
    private @Nullable Path file;

    /** @param writer executor that writes the file, off the event loops */
    public TlsPeers(Executor writer) {
        this.writer = writer;
    }

    /** A state directory whose peers are loaded, but not adopted yet. */
    public static final class Stored {
        private final @Nullable Path file;
        private final List<String> peers;

        private Stored(@Nullable Path file, List<String> peers) {
            this.file = file;
            this.peers = peers;
        }
    }

    /**
     * Loads the peers stored in a directory, unless it is the present one. Changes nothing before {@link #adopt}, except that it creates the
     * directory.
     *
     * @param directory state directory, created if absent; empty to keep peers in memory only
     * @throws IOException if the directory cannot be created or its file cannot be read; the message names it
     */
    public synchronized Stored load(Optional<Path> directory) throws IOException {
        Path next = directory.map(path -> path.resolve(FILE)).orElse(null);
        if (next == null || next.equals(file)) {
            return new Stored(next, List.of());
        }
        try {
            Files.createDirectories(next.getParent());
            return new Stored(next, Files.exists(next) ? read(next) : List.of());
        } catch (IOException e) {
            throw new IOException("cannot use link.tls.state-directory " + next.getParent() + ": " + e, e);
        }
    }

    /** Adds the peers of a directory, and stores all peers there from now on. */
    public synchronized void adopt(Stored stored) {
        boolean moves = stored.file != null && !stored.file.equals(file);
        file = stored.file;
        peers.addAll(stored.peers);
        if (moves && !peers.isEmpty()) {
            save();
        }
    }

    /** Loads and adopts a directory, as {@link #load}. */
    public void keepIn(Optional<Path> directory) throws IOException {
        adopt(load(directory));
    }

    /** Returns whether the peer has used TLS. */
    public boolean contains(PeerId peer) {
        return peers.contains(peer.value());
    }

    /** Records a peer that uses TLS; returns false if it was already known. */
    public boolean add(PeerId peer) {
        if (!peers.add(peer.value())) {
            return false;
        }
        try {
            writer.execute(this::save);
        } catch (RejectedExecutionException e) {
            LOG.atDebug().setCause(e).log("stopping; the list of peers with TLS was not written");
        }
        return true;
    }

    private synchronized void save() {
        if (file == null) {
            return;
        }
        Path written = file.resolveSibling(FILE + ".new");
        try {
            Files.write(
                    written,
                    Stream.concat(Stream.of(HEADER), peers.stream().sorted()).toList(),
                    StandardCharsets.UTF_8);
            try (FileChannel channel = FileChannel.open(written, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.atWarn()
                    .addKeyValue("file", file)
                    .addKeyValue("detail", e)
                    .log("cannot write the list of peers with TLS; it will be lost on a restart");
        }
    }

    private static List<String> read(Path file) throws IOException {
        return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
    }
}
