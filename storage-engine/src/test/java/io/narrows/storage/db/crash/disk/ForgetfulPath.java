package io.narrows.storage.db.crash.disk;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;

/** A path whose file is accessed through a {@link ForgetfulFileSystem}. Its text is that of the real path. */
final class ForgetfulPath implements Path {
    private final ForgetfulFileSystem fileSystem;
    private final Path real;

    ForgetfulPath(ForgetfulFileSystem fileSystem, Path real) {
        this.fileSystem = fileSystem;
        this.real = real;
    }

    /** @throws ProviderMismatchException if it belongs to another file system */
    static Path real(Path path) {
        if (path instanceof ForgetfulPath forgetful) {
            return forgetful.real;
        }
        throw new ProviderMismatchException(path + " is of " + path.getFileSystem());
    }

    private Path wrap(Path path) {
        return path == null ? null : new ForgetfulPath(fileSystem, path);
    }

    @Override
    public FileSystem getFileSystem() {
        return fileSystem;
    }

    @Override
    public boolean isAbsolute() {
        return real.isAbsolute();
    }

    @Override
    public Path getRoot() {
        return wrap(real.getRoot());
    }

    @Override
    public Path getFileName() {
        return wrap(real.getFileName());
    }

    @Override
    public Path getParent() {
        return wrap(real.getParent());
    }

    @Override
    public int getNameCount() {
        return real.getNameCount();
    }

    @Override
    public Path getName(int index) {
        return wrap(real.getName(index));
    }

    @Override
    public Path subpath(int beginIndex, int endIndex) {
        return wrap(real.subpath(beginIndex, endIndex));
    }

    @Override
    public boolean startsWith(Path other) {
        return other instanceof ForgetfulPath && real.startsWith(real(other));
    }

    @Override
    public boolean endsWith(Path other) {
        return other instanceof ForgetfulPath && real.endsWith(real(other));
    }

    @Override
    public Path normalize() {
        return wrap(real.normalize());
    }

    @Override
    public Path resolve(Path other) {
        return wrap(real.resolve(real(other)));
    }

    @Override
    public Path relativize(Path other) {
        return wrap(real.relativize(real(other)));
    }

    @Override
    public URI toUri() {
        return real.toUri();
    }

    @Override
    public Path toAbsolutePath() {
        return wrap(real.toAbsolutePath());
    }

    @Override
    public Path toRealPath(LinkOption... options) throws IOException {
        fileSystem.faults().requirePower(real);
        return wrap(real.toRealPath(options));
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException("watching " + real);
    }

    @Override
    public int compareTo(Path other) {
        return real.compareTo(real(other));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ForgetfulPath path && fileSystem == path.fileSystem && real.equals(path.real);
    }

    @Override
    public int hashCode() {
        return real.hashCode();
    }

    @Override
    public String toString() {
        return real.toString();
    }
}
