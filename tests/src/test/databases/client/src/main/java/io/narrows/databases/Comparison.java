package io.narrows.databases;

import java.util.BitSet;
import java.util.function.Consumer;

/** Compares what a member stores with the orders that were written. */
final class Comparison implements Consumer<Order> {
    private final int count;
    private final BitSet found = new BitSet();
    private int wrong;
    private int repeated;

    /** @param count orders 0 to count - 1 were written */
    Comparison(int count) {
        this.count = count;
    }

    @Override
    public void accept(Order order) {
        int number = Order.numberOf(order.key());
        if (number >= count || !order.equals(Order.of(number))) {
            wrong++;
        } else if (found.get(number)) {
            repeated++;
        } else {
            found.set(number);
        }
    }

    boolean isComplete() {
        return wrong == 0 && found.cardinality() == count;
    }

    /**
     * Returns a line of results; repeated counts orders that were stored twice because their first acknowledgment was
     * lost.
     */
    String line() {
        return "found=%d missing=%d wrong=%d repeated=%d"
                .formatted(found.cardinality(), count - found.cardinality(), wrong, repeated);
    }
}
