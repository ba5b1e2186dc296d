package io.narrows.storage.db.crash.disk;

import java.util.Map;

/** A change of the names in a directory. */
sealed interface NameChange {
    void applyTo(Map<String, Node> names);

    record Bind(String name, Node node) implements NameChange {
        @Override
        public void applyTo(Map<String, Node> names) {
            names.put(name, node);
        }
    }

    record Unbind(String name) implements NameChange {
        @Override
        public void applyTo(Map<String, Node> names) {
            names.remove(name);
        }
    }

    record Rename(String from, String to, Node node) implements NameChange {
        @Override
        public void applyTo(Map<String, Node> names) {
            names.remove(from, node);
            names.put(to, node);
        }
    }
}
