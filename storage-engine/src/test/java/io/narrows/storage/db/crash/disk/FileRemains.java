package io.narrows.storage.db.crash.disk;

import io.narrows.storage.db.crash.disk.FileNode.Durability;
import io.narrows.storage.db.crash.disk.FileNode.Step;
import java.util.List;
import java.util.Random;

/** The remains of a file's bytes after a power loss: everything forced, and a possible subset of the rest. */
final class FileRemains {
    private static final int SECTOR = 512;
    private static final int PAGE = 4096;

    private final Random random;
    private final Damage damage;

    FileRemains(Random random, Damage damage) {
        this.random = random;
        this.damage = damage;
    }

    byte[] of(FileNode file) {
        Contents contents = file.durable();
        List<Step> steps = file.steps();
        int forcedLength = forcedLength(file);
        int pending = (int) steps.stream()
                .filter(step -> step.durability() == Durability.PENDING)
                .count();
        if (pending == 0) {
            apply(steps, contents, 0, 0);
            return contents.toByteArray();
        }
        switch (random.nextInt(damage == Damage.TAILS ? 4 : 5)) {
            case 0 -> apply(steps, contents, 0, 0);
            case 1 -> apply(steps, contents, pending, 0);
            case 2, 3 -> {
                int whole = random.nextInt(pending + 1);
                apply(steps, contents, whole, random.nextDouble());
                tear(contents, forcedLength, length(file));
            }
            default -> {
                apply(steps, contents, pending, 0);
                scatter(contents, forcedLength);
            }
        }
        return contents.toByteArray();
    }

    /** Applies the forced changes, the first of the pending ones, and a part of the next. */
    private void apply(List<Step> steps, Contents contents, int whole, double share) {
        int pending = 0;
        for (Step step : steps) {
            FileChange change = step.change();
            switch (step.durability()) {
                case FORCED -> change.applyTo(contents);
                case DOUBTFUL -> {
                    if (random.nextBoolean()) {
                        change.applyTo(contents);
                    }
                }
                case PENDING -> {
                    if (pending < whole) {
                        change.applyTo(contents);
                    } else if (pending == whole) {
                        change.part((int) (share * change.length())).applyTo(contents);
                    }
                    pending++;
                }
            }
        }
    }

    /** The last sector may hold anything, and the length may have reached the disk before the bytes. */
    private void tear(Contents contents, int forcedLength, int fullLength) {
        int end = contents.length();
        int sector = Math.max(forcedLength, end / SECTOR * SECTOR);
        if (sector < end && random.nextInt(3) == 0) {
            fill(contents, sector, end, random.nextBoolean());
        }
        switch (random.nextInt(4)) {
            case 0 -> contents.extend(Math.max(end, fullLength));
            case 1 -> contents.extend((end + PAGE - 1) / PAGE * PAGE);
            default -> {}
        }
    }

    /** Each sector may be intact, zeros, or garbage. */
    private void scatter(Contents contents, int forcedLength) {
        for (int at = forcedLength; at < contents.length(); at = (at / SECTOR + 1) * SECTOR) {
            int end = Math.min(contents.length(), (at / SECTOR + 1) * SECTOR);
            if (random.nextInt(4) == 0) {
                fill(contents, at, end, random.nextBoolean());
            }
        }
    }

    private void fill(Contents contents, int begin, int end, boolean garbage) {
        byte[] bytes = new byte[end - begin];
        if (garbage) {
            random.nextBytes(bytes);
        }
        contents.write(begin, bytes, bytes.length);
    }

    private static int forcedLength(FileNode file) {
        Contents forced = file.durable();
        for (Step step : file.steps()) {
            if (step.durability() == Durability.FORCED) {
                step.change().applyTo(forced);
            }
        }
        return forced.length();
    }

    private static int length(FileNode file) {
        Contents all = file.durable();
        file.steps().forEach(step -> step.change().applyTo(all));
        return all.length();
    }
}
