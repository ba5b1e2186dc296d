package io.narrows.storage.db.crash.disk;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.util.Iterator;

/** The entries of a directory as paths of a {@link ForgetfulFileSystem}. */
final class ForgetfulDirectoryStream implements DirectoryStream<Path> {
    private final ForgetfulFileSystem fileSystem;
    private final DirectoryStream<Path> entries;

    ForgetfulDirectoryStream(ForgetfulFileSystem fileSystem, DirectoryStream<Path> entries) {
        this.fileSystem = fileSystem;
        this.entries = entries;
    }

    @Override
    public Iterator<Path> iterator() {
        Iterator<Path> real = entries.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return real.hasNext();
            }

            @Override
            public Path next() {
                return new ForgetfulPath(fileSystem, real.next());
            }
        };
    }

    @Override
    public void close() throws IOException {
        entries.close();
    }
}
