package io.narrows.cli.check.cluster;

import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.Words;
import java.util.List;

/** Checks that all nodes have the same class patterns, since each end classifies the data it sends by its own. */
final class PatternsAgreement implements Agreement {
    @Override
    public void check(List<NodeFile> files, Problems problems) {
        files.stream()
                .findFirst()
                .ifPresent(first -> files.stream()
                        .filter(file ->
                                !file.config().patterns().equals(first.config().patterns()))
                        .forEach(file -> problems.report(
                                file.place("classify"),
                                "the class patterns differ from those of "
                                        + Words.quote(first.id().value()),
                                "the same patterns, in the same order, as at " + first.place("classify"))));
    }
}
