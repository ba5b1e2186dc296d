package io.narrows.lab.play;

import io.narrows.config.TrafficClass;
import io.narrows.lab.recording.RecordedConnection;
import io.narrows.lab.recording.Recording;
import io.narrows.lab.trace.TraceRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A recording prepared for playback: the data of each side over time. Silences are cut to at most 100 ms. */
public final class Score {
    private static final long LONGEST_SILENCE_NANOS = 100_000_000;

    private final String name;
    private final List<Dialogue> dialogues;
    private final List<Cue> cues;

    private Score(String name, List<Dialogue> dialogues, List<Cue> cues) {
        this.name = name;
        this.dialogues = List.copyOf(dialogues);
        this.cues = List.copyOf(cues);
    }

    public static Score of(Recording recording) {
        List<Dialogue> dialogues =
                recording.connections().stream().map(Dialogue::of).toList();
        return new Score(recording.name(), dialogues, withoutSilences(recorded(recording)));
    }

    private static List<Cue> recorded(Recording recording) {
        List<Cue> cues = new ArrayList<>();
        for (int i = 0; i < recording.connections().size(); i++) {
            RecordedConnection connection = recording.connections().get(i);
            addCues(i, true, connection.clientToServer(), cues);
            addCues(i, false, connection.serverToClient(), cues);
        }
        cues.sort(Comparator.comparingLong(Cue::nanos));
        return cues;
    }

    private static void addCues(int dialogue, boolean client, List<TraceRecord> records, List<Cue> cues) {
        int upTo = 0;
        for (TraceRecord record : records) {
            upTo += record.length();
            cues.add(new Cue(record.nanos(), dialogue, client, upTo));
        }
    }

    private static List<Cue> withoutSilences(List<Cue> recorded) {
        List<Cue> played = new ArrayList<>(recorded.size());
        long before = recorded.isEmpty() ? 0 : recorded.get(0).nanos();
        long now = 0;
        for (Cue cue : recorded) {
            now += Math.min(cue.nanos() - before, LONGEST_SILENCE_NANOS);
            before = cue.nanos();
            played.add(new Cue(now, cue.dialogue(), cue.client(), cue.upTo()));
        }
        return played;
    }

    /** Returns the first part at the same pace. */
    public Score first(Duration part) {
        return new Score(
                name,
                dialogues,
                cues.stream().filter(cue -> cue.nanos() < part.toNanos()).toList());
    }

    /** Returns the score at a multiple of the pace. */
    public Score faster(int times) {
        return new Score(
                name,
                dialogues,
                cues.stream()
                        .map(cue -> new Cue(cue.nanos() / times, cue.dialogue(), cue.client(), cue.upTo()))
                        .toList());
    }

    /** Returns the name of the recording. */
    public String name() {
        return name;
    }

    /** Returns the traffic classes of its connections. */
    public Set<TrafficClass> trafficClasses() {
        return dialogues.stream().map(Dialogue::trafficClass).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the dialogue of each connection. */
    public List<Dialogue> dialogues() {
        return dialogues;
    }

    /** Returns all cues in order. */
    public List<Cue> cues() {
        return cues;
    }
}
