package io.narrows.tests.dashboards;

import java.io.IOException;

/** The rules for one kind of process, whose files share a prefix. */
enum RuleSet {
    SIDECARS(""),
    STORES("store-");

    private final String prefix;

    RuleSet(String prefix) {
        this.prefix = prefix;
    }

    RuleFile recordings() throws IOException {
        return RuleFile.read(prefix + "rules.yaml");
    }

    RuleFile alerts() throws IOException {
        return RuleFile.read(prefix + "alerts.yaml");
    }

    RuleFile testsOfRecordings() throws IOException {
        return RuleFile.read("tests/" + prefix + "rules_test.yaml");
    }

    RuleFile testsOfAlerts() throws IOException {
        return RuleFile.read("tests/" + prefix + "alerts_test.yaml");
    }
}
