package io.narrows.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MixTest {
    @Test
    void parse_isTheWayBackOfToString() {
        assertThat(Mix.parse(Mix.DEFAULT.toString())).isEqualTo(Mix.DEFAULT);
    }

    @Test
    void pick_isAsOftenAsItsWeight() {
        Mix mix = Mix.parse("update=70,list=20,event=10,get=0");
        SplittableRandom random = new SplittableRandom(1);
        Map<Operation, Integer> picked = new EnumMap<>(Operation.class);

        for (int i = 0; i < 100_000; i++) {
            picked.merge(mix.pick(random), 1, Integer::sum);
        }

        assertThat(picked).containsOnlyKeys(Operation.UPDATE, Operation.LIST, Operation.EVENT);
        assertThat(picked.get(Operation.UPDATE)).isBetween(69_000, 71_000);
        assertThat(picked.get(Operation.LIST)).isBetween(19_000, 21_000);
    }

    @Test
    void only_isAlwaysPicked() {
        Mix mix = Mix.only(Operation.KEEP_ALIVE);

        assertThat(mix.pick(new SplittableRandom(1))).isEqualTo(Operation.KEEP_ALIVE);
        assertThat(mix).hasToString("keep-alive=1");
    }

    @Test
    void parse_nameOfTwoWords() {
        assertThat(Mix.parse("update=1,keep-alive=9").weights())
                .isEqualTo(Map.of(Operation.UPDATE, 1, Operation.KEEP_ALIVE, 9));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "update",
                "update=",
                "update=-1",
                "update=1,,get=1",
                "update=1,update=2",
                "renew=5",
                "put=1",
                "get=5,list=5",
                "keep-alive=5",
                "update=1000001"
            })
    void parse_somethingElse_isRefused(String text) {
        assertThatThrownBy(() -> Mix.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + text + "' is not a mix (expected: ");
    }
}
