package io.narrows.storage.db.crash.disk;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Performs every operation twice: on the real directory, and on the {@link Disk}, which tracks what is durable. */
final class ForgetfulProvider extends FileSystemProvider {
    private static final Set<OpenOption> REFUSED =
            Set.of(StandardOpenOption.DELETE_ON_CLOSE, StandardOpenOption.SYNC, StandardOpenOption.DSYNC);

    private final ForgetfulFileSystem fileSystem;
    private final Disk disk;
    private final Random random;

    ForgetfulProvider(ForgetfulFileSystem fileSystem, Disk disk, Random random) {
        this.fileSystem = fileSystem;
        this.disk = disk;
        this.random = random;
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        if (options.stream().anyMatch(REFUSED::contains)) {
            throw new UnsupportedOperationException("opening " + path + " with " + options);
        }
        Path real = ForgetfulPath.real(path);
        synchronized (disk) {
            fileSystem.faults().requirePower(real);
            if (options.contains(StandardOpenOption.WRITE) || options.contains(StandardOpenOption.APPEND)) {
                return openToWrite(real, options, attributes);
            }
            FileChannel channel = FileChannel.open(real, options, attributes);
            Node node = disk.contains(real) ? disk.find(real) : null;
            return new ForgetfulChannel(real, channel, disk, node, fileSystem.faults(), random);
        }
    }

    private FileChannel openToWrite(Path real, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        boolean creates = options.contains(StandardOpenOption.CREATE_NEW)
                || options.contains(StandardOpenOption.CREATE) && !Files.exists(real);
        if (creates) {
            if (Files.exists(real)) {
                throw new FileAlreadyExistsException(real.toString());
            }
            FileNode node = new FileNode(new byte[0]);
            change(
                    Operation.CREATE,
                    real,
                    new NameChange.Bind(name(real), node),
                    () -> Files.createFile(real, attributes));
        }
        FileNode node = disk.file(real);
        if (!creates && options.contains(StandardOpenOption.TRUNCATE_EXISTING)) {
            truncate(real, node);
        }
        FileChannel channel = options.contains(StandardOpenOption.READ)
                ? FileChannel.open(real, StandardOpenOption.READ, StandardOpenOption.WRITE)
                : FileChannel.open(real, StandardOpenOption.WRITE);
        boolean appends = options.contains(StandardOpenOption.APPEND);
        return new ForgetfulChannel(real, channel, disk, node, fileSystem.faults(), random).appending(appends);
    }

    private void truncate(Path real, FileNode node) throws IOException {
        try (FileChannel channel = FileChannel.open(real, StandardOpenOption.WRITE);
                ForgetfulChannel forgetful =
                        new ForgetfulChannel(real, channel, disk, node, fileSystem.faults(), random)) {
            forgetful.truncate(0);
        }
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        Path real = powered(directory);
        DirectoryStream<Path> entries =
                Files.newDirectoryStream(real, entry -> filter.accept(new ForgetfulPath(fileSystem, entry)));
        return new ForgetfulDirectoryStream(fileSystem, entries);
    }

    @Override
    public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
        Path real = powered(directory);
        synchronized (disk) {
            if (Files.exists(real)) {
                throw new FileAlreadyExistsException(real.toString());
            }
            NameChange change = new NameChange.Bind(name(real), DirectoryNode.empty());
            change(Operation.CREATE_DIRECTORY, real, change, () -> Files.createDirectory(real, attributes));
        }
    }

    @Override
    public void createLink(Path link, Path existing) throws IOException {
        Path real = powered(link);
        Path target = ForgetfulPath.real(existing);
        synchronized (disk) {
            if (Files.exists(real)) {
                throw new FileAlreadyExistsException(real.toString());
            }
            NameChange change = new NameChange.Bind(name(real), disk.file(target));
            change(Operation.LINK, real, change, () -> Files.createLink(real, target));
        }
    }

    @Override
    public void delete(Path path) throws IOException {
        Path real = powered(path);
        synchronized (disk) {
            if (!Files.exists(real, LinkOption.NOFOLLOW_LINKS)) {
                throw new NoSuchFileException(real.toString());
            }
            change(Operation.DELETE, real, new NameChange.Unbind(name(real)), () -> Files.delete(real));
        }
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        Path real = powered(target);
        if (Files.exists(real) && !Arrays.asList(options).contains(StandardCopyOption.REPLACE_EXISTING)) {
            throw new FileAlreadyExistsException(real.toString());
        }
        Files.write(target, Files.readAllBytes(source));
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        Path from = powered(source);
        Path to = ForgetfulPath.real(target);
        synchronized (disk) {
            if (!Files.exists(from)) {
                throw new NoSuchFileException(from.toString());
            }
            if (disk.parent(from) != disk.parent(to)) {
                throw new UnsupportedOperationException("moving " + from + " to another directory: " + to);
            }
            boolean replaces = options.length > 0;
            if (!replaces && Files.exists(to)) {
                throw new FileAlreadyExistsException(to.toString());
            }
            change(
                    Operation.RENAME,
                    from,
                    new NameChange.Rename(name(from), name(to), disk.find(from)),
                    () -> Files.move(from, to, options));
        }
    }

    /** An operation on the real directory. */
    private interface Real {
        void run() throws IOException;
    }

    private void change(Operation operation, Path path, NameChange change, Real real) throws IOException {
        DirectoryNode parent = disk.parent(path);
        switch (fileSystem.faults().next(operation, path)) {
            case SUCCEEDS -> {
                real.run();
                parent.change(change);
            }
            case FAILS -> throw new IOException(path + ": " + operation + " was made to fail");
            case LOSES_POWER -> {
                parent.change(change);
                throw new PowerLossException(path.toString());
            }
        }
    }

    private Path powered(Path path) throws IOException {
        Path real = ForgetfulPath.real(path);
        fileSystem.faults().requirePower(real);
        return real;
    }

    private static String name(Path real) {
        return real.getFileName().toString();
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
        return Files.isSameFile(powered(path), powered(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return Files.isHidden(powered(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return Files.getFileStore(powered(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        Path real = powered(path);
        real.getFileSystem().provider().checkAccess(real, modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return Files.getFileAttributeView(ForgetfulPath.real(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return Files.readAttributes(powered(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        return Files.readAttributes(powered(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        Files.setAttribute(powered(path), attribute, value, options);
    }

    @Override
    public String getScheme() {
        return "forgetful";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException(uri.toString());
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        throw new UnsupportedOperationException(uri.toString());
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException(uri.toString());
    }
}
