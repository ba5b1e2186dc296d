package io.narrows.storage.db.crash.disk;

/** A change of a file's bytes. */
sealed interface FileChange {
    void applyTo(Contents contents);

    /** Returns the part of the change that remains if only its first bytes reach the disk. */
    FileChange part(int bytes);

    /** Returns the number of bytes that may be missing. */
    int length();

    record Write(long offset, byte[] bytes, int length) implements FileChange {
        @Override
        public void applyTo(Contents contents) {
            contents.write(offset, bytes, length);
        }

        @Override
        public FileChange part(int count) {
            return new Write(offset, bytes, count);
        }
    }

    /** All or nothing, it cannot be applied in part. */
    record Truncate(long size) implements FileChange {
        @Override
        public void applyTo(Contents contents) {
            contents.truncate(size);
        }

        @Override
        public FileChange part(int count) {
            return new Write(0, new byte[0], 0);
        }

        @Override
        public int length() {
            return 0;
        }
    }
}
