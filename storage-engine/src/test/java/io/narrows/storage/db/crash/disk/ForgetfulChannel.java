package io.narrows.storage.db.crash.disk;

import io.narrows.storage.db.crash.disk.Faults.Fate;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.Random;

/** An open file or directory: applies writes and forces to the real file and to its {@link Node}. */
final class ForgetfulChannel extends FileChannel {
    private static final int TRANSFER = 1 << 16;

    private final Path path;
    private final FileChannel real;
    private final Disk disk;
    private final Node node;
    private final Faults faults;
    private final Random random;
    private boolean appends;

    /**
     * Number of the node's failed forces known to this channel: an error is reported once to each channel open at the time.
     */
    private int reported;

    /** @param node null if the file is read-only and outside the wrapped directory */
    ForgetfulChannel(Path path, FileChannel real, Disk disk, Node node, Faults faults, Random random) {
        this.path = path;
        this.real = real;
        this.disk = disk;
        this.node = node;
        this.faults = faults;
        this.random = random;
        this.reported = node == null ? 0 : node.failedForces();
    }

    ForgetfulChannel appending(boolean wanted) {
        appends = wanted;
        return this;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        synchronized (disk) {
            long offset = appends ? real.size() : real.position();
            int written = write(source, offset);
            real.position(offset + written);
            return written;
        }
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        long written = 0;
        for (int i = offset; i < offset + length; i++) {
            written += write(sources[i]);
        }
        return written;
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
        synchronized (disk) {
            byte[] bytes = new byte[source.remaining()];
            source.duplicate().get(bytes);
            Fate fate = faults.next(Operation.WRITE, path);
            int length = fate == Fate.FAILS ? random.nextInt(bytes.length + 1) : bytes.length;
            // before the write, as an interrupt may make it throw although it is already done
            file().change(new FileChange.Write(position, bytes, length));
            if (fate == Fate.LOSES_POWER) {
                throw new PowerLossException(path.toString());
            }
            ByteBuffer part = ByteBuffer.wrap(bytes, 0, length);
            while (part.hasRemaining()) {
                real.write(part, position + part.position());
            }
            if (fate == Fate.FAILS) {
                throw new IOException(
                        path + ": the write of " + bytes.length + " bytes was made to fail after " + length);
            }
            source.position(source.limit());
            return length;
        }
    }

    /** Same as in Java: an interrupt during the force closes the channel, and its exception replaces that of a failure. */
    @Override
    public void force(boolean metaData) throws IOException {
        if (node == null) {
            return;
        }
        boolean completed = false;
        try {
            begin();
            if (isOpen()) {
                force();
                completed = true;
            }
        } finally {
            end(completed);
        }
    }

    private void force() throws IOException {
        synchronized (disk) {
            boolean directory = node instanceof DirectoryNode;
            Fate fate = faults.next(directory ? Operation.FORCE_DIRECTORY : Operation.FORCE, path);
            if (fate == Fate.LOSES_POWER) {
                throw new PowerLossException(path.toString());
            }
            if (fate == Fate.FAILS) {
                node.forceFailed();
            } else if (faults.neglects(path)) {
                return;
            } else if (node instanceof DirectoryNode names) {
                names.force();
            } else {
                file().force();
            }
            if (reported < node.failedForces()) {
                reported = node.failedForces();
                throw new IOException(path + ": the force was made to fail");
            }
        }
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        synchronized (disk) {
            Fate fate = faults.next(Operation.TRUNCATE, path);
            if (fate == Fate.FAILS) {
                throw new IOException(path + ": the truncation was made to fail");
            }
            file().change(new FileChange.Truncate(size));
            if (fate == Fate.LOSES_POWER) {
                throw new PowerLossException(path.toString());
            }
            real.truncate(size);
            return this;
        }
    }

    private FileNode file() throws IOException {
        if (node instanceof FileNode file) {
            return file;
        }
        throw new IOException(path + " is not a file that can be written here");
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        faults.requireReadable(path);
        return real.read(target);
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        faults.requireReadable(path);
        return real.read(targets, offset, length);
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        faults.requireReadable(path);
        return real.read(target, position);
    }

    @Override
    public long position() throws IOException {
        return real.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
        real.position(position);
        return this;
    }

    @Override
    public long size() throws IOException {
        faults.requireReadable(path);
        return real.size();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
        long done = 0;
        ByteBuffer buffer = ByteBuffer.allocate(TRANSFER);
        while (done < count) {
            buffer.clear().limit((int) Math.min(TRANSFER, count - done));
            if (read(buffer, position + done) < 0) {
                break;
            }
            buffer.flip();
            while (buffer.hasRemaining()) {
                done += target.write(buffer);
            }
        }
        return done;
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) throws IOException {
        long done = 0;
        ByteBuffer buffer = ByteBuffer.allocate(TRANSFER);
        while (done < count) {
            buffer.clear().limit((int) Math.min(TRANSFER, count - done));
            if (source.read(buffer) < 0) {
                break;
            }
            done += write(buffer.flip(), position + done);
        }
        return done;
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
        if (mode != MapMode.READ_ONLY) {
            throw new UnsupportedOperationException("mapping " + path + " for " + mode);
        }
        faults.requirePower(path);
        return real.map(mode, position, size);
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
        faults.requirePower(path);
        return real.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        faults.requirePower(path);
        return real.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
    }
}
