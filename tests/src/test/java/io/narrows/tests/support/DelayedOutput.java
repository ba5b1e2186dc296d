package io.narrows.tests.support;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Passes bytes on to another stream a fixed time after they were written, as a long wire does. Does not limit their rate. */
final class DelayedOutput extends OutputStream {
    private static final Piece END = new Piece(new byte[0], 0);

    private record Piece(byte[] bytes, long due) {}

    private final OutputStream out;
    private final long delayNanos;
    private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> passed = new CompletableFuture<>();

    /** @param out closed by the caller */
    DelayedOutput(OutputStream out, Duration delay) {
        this.out = out;
        this.delayNanos = delay.toNanos();
        Thread thread = new Thread(this::passAll, "delayed");
        thread.setDaemon(true);
        thread.start();
    }

    private void passAll() {
        try {
            for (Piece piece = pieces.take(); piece != END; piece = pieces.take()) {
                TimeUnit.NANOSECONDS.sleep(piece.due() - System.nanoTime());
                out.write(piece.bytes());
            }
            passed.complete(null);
        } catch (IOException | InterruptedException e) {
            passed.completeExceptionally(e);
        }
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b});
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (passed.isCompletedExceptionally()) {
            close();
        }
        pieces.add(new Piece(Arrays.copyOfRange(bytes, from, from + length), System.nanoTime() + delayNanos));
    }

    /** Ends after the bytes so far. */
    void end() {
        pieces.add(END);
    }

    /** Waits until all bytes were passed on, and ends. */
    @Override
    public void close() throws IOException {
        end();
        try {
            passed.get();
        } catch (ExecutionException e) {
            throw new IOException("cannot pass on bytes", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }
}
