package io.narrows.node.powercut;

import com.google.protobuf.ByteString;
import io.narrows.node.command.Command;
import io.narrows.node.command.Outcome;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.replica.Replica;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Clients that write sequentially, each to members of its choice, until they are stopped. */
final class Clients {
    private static final long PAUSE_MILLIS = 5;
    private static final long LOOK_MILLIS = 20;

    private final Writes writes;
    private final AtomicIntegerArray numbers;
    private final List<Thread> running = new ArrayList<>();
    private volatile boolean stopped;

    Clients(int count, Writes writes) {
        this.writes = writes;
        this.numbers = new AtomicIntegerArray(count);
    }

    /** Starts writing to these machines. */
    void begin(List<Machine> machines, long seed) {
        stopped = false;
        for (int client = 0; client < numbers.length(); client++) {
            int id = client;
            Random random = new Random(seed + client);
            Thread thread = new Thread(() -> write(id, machines, random), "client " + client);
            thread.setDaemon(true);
            thread.start();
            running.add(thread);
        }
    }

    /** Returns once none of them waits for a response. */
    void end() throws InterruptedException {
        stopped = true;
        for (Thread thread : running) {
            thread.join();
        }
        running.clear();
    }

    private void write(int client, List<Machine> machines, Random random) {
        while (!stopped) {
            Optional<Replica> replica =
                    machines.get(random.nextInt(machines.size())).replica();
            if (replica.isEmpty() || !write(new Value(client, numbers.incrementAndGet(client)), replica.get())) {
                pause();
            }
        }
    }

    /** Returns whether the write was acknowledged. */
    private boolean write(Value value, Replica replica) {
        writes.begin(value);
        CompletableFuture<Outcome> answer = replica.propose(Command.newBuilder()
                .setPut(PutRequest.newBuilder()
                        .setKey(ByteString.copyFromUtf8(value.key(Writes.KEYS_PER_CLIENT)))
                        .setValue(value.bytes(writes.mostBytes())))
                .build());
        while (true) {
            try {
                Outcome outcome = answer.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                if (!outcome.hasPut()) {
                    return false;
                }
                writes.acknowledge(value, outcome.getPut().getHeader().getRevision());
                return true;
            } catch (TimeoutException e) {
                if (stopped) {
                    return false;
                }
            } catch (ExecutionException e) {
                return false; // it may have been applied
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
