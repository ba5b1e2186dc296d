package io.narrows.bench.raft.jraft;

import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Numbers of the message types of JRaft, which it registers by name. */
final class WireTypes {
    private final TreeMap<String, Message> registered = new TreeMap<>();
    private volatile Numbered numbered;

    synchronized void register(String className, Message instance) {
        registered.put(className, instance);
        numbered = null;
    }

    int number(Message message) {
        Integer number = numbered().numbers.get(message.getClass());
        if (number == null) {
            throw new IllegalArgumentException("message of " + message.getClass());
        }
        return number;
    }

    Message instance(int number) {
        return numbered().instances.get(number);
    }

    private Numbered numbered() {
        Numbered known = numbered;
        if (known == null) {
            synchronized (this) {
                known = new Numbered(new HashMap<>(), new ArrayList<>());
                for (Message instance : registered.values()) {
                    known.numbers.put(instance.getClass(), known.instances.size());
                    known.instances.add(instance);
                }
                numbered = known;
            }
        }
        return known;
    }

    private record Numbered(Map<Class<?>, Integer> numbers, List<Message> instances) {}
}
