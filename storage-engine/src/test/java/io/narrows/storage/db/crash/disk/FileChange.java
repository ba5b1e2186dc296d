package io.narrows.storage.db.crash.disk;

/** What was done to the bytes of a file. */
sealed interface FileChange {
    void applyTo(Contents contents);

    /** As much of it as a power loss may leave when it reaches the disk from its first byte on. */
    FileChange part(int bytes);

    /** Bytes of it that may be missing. */
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

    /** Done or not; there is no part of it. */
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
