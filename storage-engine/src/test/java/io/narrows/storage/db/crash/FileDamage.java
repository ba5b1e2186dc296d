package io.narrows.storage.db.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Silent damage to a file. */
sealed interface FileDamage {
    void applyTo(Path file) throws IOException;

    record Missing() implements FileDamage {
        @Override
        public void applyTo(Path file) throws IOException {
            Files.delete(file);
        }
    }

    record Truncated(int length) implements FileDamage {
        @Override
        public void applyTo(Path file) throws IOException {
            Files.write(file, Arrays.copyOf(Files.readAllBytes(file), length));
        }
    }

    record Flipped(int offset, int bit) implements FileDamage {
        @Override
        public void applyTo(Path file) throws IOException {
            byte[] bytes = Files.readAllBytes(file);
            bytes[offset] ^= (byte) (1 << bit);
            Files.write(file, bytes);
        }
    }

    /** Space that was reserved and never written. */
    record Lengthened(int zeros) implements FileDamage {
        @Override
        public void applyTo(Path file) throws IOException {
            byte[] bytes = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(bytes, bytes.length + zeros));
        }
    }
}
