package io.narrows.storage.sst.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.sst.parallel.RingState.Done;
import io.narrows.storage.sst.parallel.RingState.Duty;
import io.narrows.storage.sst.parallel.RingState.Role;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongBinaryOperator;
import java.util.stream.Stream;

/**
 * A model of one emitter and some workers on one ring: the graph of all states that any interleaving of their steps can
 * reach. A step is one transition of the state word, by the functions of {@link RingState} only, or the end of a stage.
 * Where a decision depends on something outside the word (the wake rule, the pool, an error) the model follows both
 * branches. It fails at the first state that breaks an invariant.
 *
 * @param start the number of the first block; near 256, counters wrap
 * @param fails whether stages throw, and the emitter closes the ring early
 * @param retires whether workers leave early, like those of a closed pool
 * @param flaw alters a worker's transition, given the word before it and the correct one
 */
record RingModel(
        int slots, int workers, int blocks, int start, boolean fails, boolean retires, LongBinaryOperator flaw) {
    static final LongBinaryOperator NO_FLAW = (before, after) -> after;

    private enum Place {
        /** The emitter is about to emit; a worker sleeps. */
        OUTSIDE,
        /** About to make a transition. */
        ASKING,
        COMPRESSING,
        WRITING,
        /** A stage has thrown. */
        FAILING,
        WAITING,
        /** The emitter has attached a worker and is about to wake it. */
        WAKING,
        ENDED
    }

    private record Actor(Place place, Role role, Done done, int block) {
        static final Actor ASLEEP = new Actor(Place.OUTSIDE, Role.WORKER, Done.NOTHING, 0);

        static Actor asking(Role role) {
            return new Actor(Place.ASKING, role, Done.NOTHING, 0);
        }

        Actor at(Place next) {
            return new Actor(next, role, Done.NOTHING, 0);
        }

        boolean isInStage() {
            return place == Place.COMPRESSING || place == Place.WRITING;
        }

        /** Returns whether it has taken blocks that no other thread can take. */
        boolean holdsWork() {
            return isInStage() || place == Place.FAILING || done != Done.NOTHING;
        }
    }

    /** The bits of {@code begun} and {@code compressed} are blocks, counted from 0. */
    private record World(long word, Actor emitter, List<Actor> workers, int begun, int compressed, int written) {
        /** Workers are interchangeable, so states that differ only in their order are equal. */
        World {
            workers = workers.stream()
                    .sorted(Comparator.comparing(Actor::place)
                            .thenComparing(Actor::role)
                            .thenComparing(Actor::done)
                            .thenComparingInt(Actor::block))
                    .toList();
        }

        /** Returns the actor with that number, -1 for the emitter. */
        Actor actor(int number) {
            return number < 0 ? emitter : workers.get(number);
        }

        World with(long word, int number, Actor actor) {
            if (number < 0) {
                return new World(word, actor, workers, begun, compressed, written);
            }
            List<Actor> others = new ArrayList<>(workers);
            others.set(number, actor);
            return new World(word, emitter, others, begun, compressed, written);
        }
    }

    @Override
    public String toString() {
        return "%d slots, %d workers, %d blocks%s%s"
                .formatted(slots, workers, blocks, fails ? ", failures" : "", retires ? ", retirements" : "");
    }

    /** Visits every state. Returns the number of states. */
    int explore() {
        List<Actor> sleepers = new ArrayList<>();
        for (int worker = 0; worker < workers; worker++) {
            sleepers.add(Actor.ASLEEP);
        }
        World first = new World(RingState.empty(start), Actor.asking(Role.EMITTER), sleepers, 0, 0, 0);
        Set<World> seen = new HashSet<>(Set.of(first));
        Queue<World> open = new ArrayDeque<>(seen);
        for (World world = open.poll(); world != null; world = open.poll()) {
            check(world);
            List<World> next = successors(world);
            if (next.isEmpty()) {
                checkEnd(world);
            }
            for (World successor : next) {
                if (seen.add(successor)) {
                    open.add(successor);
                }
            }
        }
        return seen.size();
    }

    private void check(World world) {
        long present =
                world.workers.stream().filter(worker -> isAttached(worker)).count();
        long promised = world.emitter.place == Place.WAKING ? 1 : 0;
        assertThat(RingState.attached(world.word)).as("attached in %s", world).isEqualTo((int) (present + promised));
        assertThat(RingState.unwritten(world.word)).as("unwritten in %s", world).isBetween(0, slots);
        if (RingState.isEmitterWaiting(world.word)) {
            boolean closing = world.emitter.role == Role.CLOSER;
            assertThat(world.workers)
                    .as("somebody whom the emitter waits for, in %s", world)
                    .anyMatch(worker -> closing ? isAttached(worker) : worker.holdsWork());
        }
        if (world.emitter.place == Place.ENDED) {
            assertThat(world.workers).as("stages after close in %s", world).noneMatch(Actor::isInStage);
        }
    }

    private void checkEnd(World world) {
        assertThat(world.emitter.place).as("deadlock in %s", world).isEqualTo(Place.ENDED);
        assertThat(world.workers).as("deadlock in %s", world).noneMatch(worker -> isAttached(worker));
        if (!fails) {
            assertThat(world.written).as("written in %s", world).isEqualTo(blocks);
        }
    }

    private static boolean isAttached(Actor worker) {
        return worker.place != Place.OUTSIDE && worker.place != Place.ENDED;
    }

    private List<World> successors(World world) {
        List<World> next = new ArrayList<>();
        stepEmitter(world, next::add);
        for (int number = 0; number < workers; number++) {
            stepWorker(world, number, next::add);
        }
        return next;
    }

    private void stepEmitter(World world, Consumer<World> next) {
        Actor emitter = world.emitter;
        switch (emitter.place) {
            case OUTSIDE -> emit(world, next);
            case WAKING -> wake(world, next);
            case ASKING -> ask(world, -1, emitter.role, next);
            case WAITING -> {
                if (!RingState.isEmitterWaiting(world.word)) {
                    next.accept(world.with(world.word, -1, emitter.at(Place.ASKING)));
                }
            }
            case COMPRESSING, WRITING, FAILING -> finish(world, -1, next);
            case ENDED -> {}
        }
    }

    private void stepWorker(World world, int number, Consumer<World> next) {
        Actor worker = world.workers.get(number);
        switch (worker.place) {
            case OUTSIDE -> {
                if (!RingState.isAborted(world.word) && RingState.backlog(world.word) > 0 && hasRoomForWorker(world)) {
                    next.accept(world.with(RingState.joined(world.word), number, Actor.asking(Role.WORKER)));
                }
            }
            case ASKING -> {
                ask(world, number, Role.WORKER, next);
                if (retires) {
                    ask(world, number, Role.RETIREE, next);
                }
            }
            case COMPRESSING, WRITING, FAILING -> finish(world, number, next);
            case WAITING, WAKING -> throw new AssertionError("a worker is " + worker);
            case ENDED -> {}
        }
    }

    private boolean hasRoomForWorker(World world) {
        return RingState.attached(world.word) < Math.min(workers, slots - 1);
    }

    /** With room in the ring: emits, or drains, or closes. */
    private void emit(World world, Consumer<World> next) {
        int emitted = emitted(world);
        if (RingState.isAborted(world.word)) {
            next.accept(world.with(world.word, -1, Actor.asking(Role.CLOSER)));
            return;
        }
        next.accept(world.with(world.word, -1, Actor.asking(Role.DRAINER)));
        if (fails) {
            next.accept(world.with(RingState.aborted(world.word, slots), -1, Actor.asking(Role.CLOSER)));
        }
        if (emitted == blocks) {
            return;
        }
        assertThat(emitted - world.written)
                .as("a slot is overwritten in %s", world)
                .isLessThan(slots);
        long word = RingState.emitted(world.word);
        next.accept(world.with(word, -1, Actor.asking(Role.EMITTER)));
        if (hasRoomForWorker(world)) {
            next.accept(world.with(RingState.joined(word), -1, world.emitter.at(Place.WAKING)));
        }
    }

    private void wake(World world, Consumer<World> next) {
        next.accept(world.with(RingState.left(world.word), -1, Actor.asking(Role.EMITTER)));
        int sleeper = world.workers.indexOf(Actor.ASLEEP);
        if (sleeper >= 0) {
            next.accept(world.with(world.word, sleeper, Actor.asking(Role.WORKER))
                    .with(world.word, -1, Actor.asking(Role.EMITTER)));
        }
    }

    /** Makes one transition: finishes the last duty, takes the next. */
    private void ask(World world, int number, Role role, Consumer<World> next) {
        Actor actor = world.actor(number);
        long finished = RingState.finished(world.word, actor.done, actor.block & slots - 1);
        Duty duty = RingState.duty(finished, role, slots);
        int block = switch (duty) {
            case COMPRESS -> RingState.toCompress(finished);
            case WRITE -> RingState.toWrite(finished);
            default -> 0;
        };
        Role as = duty == Duty.STOP ? Role.CLOSER : actor.role;
        long taken = RingState.taken(finished, role, slots);
        World after = world.with(
                number < 0 ? taken : flaw.applyAsLong(world.word, taken),
                number,
                new Actor(place(role, duty), as, Done.NOTHING, block));
        next.accept(
                switch (duty) {
                    case COMPRESS -> compressing(after, number(block));
                    case WRITE -> writing(after, number(block));
                    case PROCEED -> role == Role.DRAINER ? drained(after) : after;
                    case WAIT, LEAVE, STOP -> after;
                });
    }

    private static Place place(Role role, Duty duty) {
        return switch (duty) {
            case COMPRESS -> Place.COMPRESSING;
            case WRITE -> Place.WRITING;
            case PROCEED -> role == Role.CLOSER ? Place.ENDED : Place.OUTSIDE;
            case WAIT -> Place.WAITING;
            case LEAVE -> role == Role.RETIREE ? Place.ENDED : Place.OUTSIDE;
            case STOP -> Place.ASKING;
        };
    }

    private World compressing(World world, int block) {
        assertThat(block).as("a block that was emitted, in %s", world).isLessThan(emitted(world));
        assertThat(world.begun >> block & 1)
                .as("block %s twice in %s", block, world)
                .isZero();
        return new World(
                world.word, world.emitter, world.workers, world.begun | 1 << block, world.compressed, world.written);
    }

    private World writing(World world, int block) {
        long writers = Stream.concat(Stream.of(world.emitter), world.workers.stream())
                .filter(actor -> actor.place == Place.WRITING)
                .count();
        assertThat(writers).as("writers in %s", world).isOne();
        assertThat(block).as("the next to be written in %s", world).isEqualTo(world.written);
        assertThat(world.compressed >> block & 1)
                .as("block %s compressed in %s", block, world)
                .isOne();
        return world;
    }

    /** Everything is written; continues the file, or ends it if it has all its blocks. */
    private World drained(World world) {
        assertThat(world.written).as("drained in %s", world).isEqualTo(emitted(world));
        return emitted(world) < blocks
                ? world
                : world.with(RingState.aborted(world.word, slots), -1, Actor.asking(Role.CLOSER));
    }

    private int emitted(World world) {
        return number(RingState.toEmit(world.word));
    }

    /** Returns the number of a block, counted from 0. */
    private int number(int counter) {
        return counter - start & 0xff;
    }

    /** Ends a stage, successfully or not; or aborts after a failure. */
    private void finish(World world, int number, Consumer<World> next) {
        Actor actor = world.actor(number);
        if (actor.place == Place.FAILING) {
            next.accept(world.with(RingState.aborted(world.word, slots), number, actor.at(Place.ASKING)));
            return;
        }
        if (fails) {
            next.accept(world.with(world.word, number, actor.at(Place.FAILING)));
        }
        Done done = actor.place == Place.COMPRESSING ? Done.COMPRESSED : Done.WRITTEN;
        World with = world.with(world.word, number, new Actor(Place.ASKING, actor.role, done, actor.block));
        int bit = done == Done.COMPRESSED ? 1 << number(actor.block) : 0;
        int wrote = done == Done.WRITTEN ? 1 : 0;
        next.accept(new World(
                with.word, with.emitter, with.workers, with.begun, with.compressed | bit, with.written + wrote));
    }
}
