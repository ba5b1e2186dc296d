package io.narrows.storage.db.crash.disk;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A directory of the default file system that loses unforced changes. A process sees it like any other directory, until
 * power is lost: from then on each operation throws {@link PowerLossException}, and {@link #writeRemains} writes a possible
 * content of the disk.
 *
 * <p>It guarantees no more than POSIX. Bytes are durable once {@code force} has returned on a channel of their file, names
 * once it has returned on a channel of their directory: forcing a file does not make its name durable. It never really
 * forces anything, which keeps tests fast. Thread-safe.
 */
public final class ForgetfulFileSystem extends FileSystem {
    private final FileSystemProvider provider;
    private final Faults faults = new Faults();
    private final Disk disk;
    private final Path root;

    private ForgetfulFileSystem(Path root, long seed) throws IOException {
        this.root = root;
        this.disk = new Disk(root);
        this.provider = new ForgetfulProvider(this, disk, new Random(seed));
    }

    /**
     * Wraps a directory; its existing content counts as durable.
     *
     * @param seed determines how much of a failing operation is done
     */
    public static ForgetfulFileSystem over(Path directory, long seed) throws IOException {
        return new ForgetfulFileSystem(directory.toRealPath(), seed);
    }

    /** Returns the wrapped directory as a path of this file system. */
    public Path directory() {
        return new ForgetfulPath(this, root);
    }

    public Faults faults() {
        return faults;
    }

    /**
     * Writes what may remain of the wrapped directory after a power loss at this moment. Other seeds give other remains.
     *
     * @param target a directory of the default file system that does not exist yet
     * @return descriptions of all differences from the latest state that a process saw
     */
    public List<String> writeRemains(Path target, long seed, Damage damage) throws IOException {
        return disk.writeRemains(target, new Random(seed), damage);
    }

    @Override
    public FileSystemProvider provider() {
        return provider;
    }

    /** Does nothing. */
    @Override
    public void close() {}

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return FileSystems.getDefault().getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return List.of(new ForgetfulPath(this, root.getRoot()));
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return FileSystems.getDefault().getFileStores();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return Set.of("basic");
    }

    @Override
    public Path getPath(String first, String... more) {
        return new ForgetfulPath(this, Path.of(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String syntaxAndPattern) {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher(syntaxAndPattern);
        return path -> matcher.matches(ForgetfulPath.real(path));
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        throw new UnsupportedOperationException("users");
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException("watching");
    }
}
