package io.narrows.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.bench.store.ApiRequest;
import io.narrows.bench.store.StoreLoad;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OperationNamesTest {
    @ParameterizedTest
    @EnumSource(ApiRequest.class)
    void singular_requests_areOne(ApiRequest request) {
        assertThat(OperationNames.singular(request.toString()) + "s").isEqualTo(request.toString());
    }

    @ParameterizedTest
    @EnumSource(StoreLoad.class)
    void singular_loads_areOneOperation(StoreLoad load) {
        assertThat(OperationNames.singular(load.toString()) + "s").isEqualTo(load.toString());
    }

    @Test
    void singular_anotherTrial_isRefused() {
        assertThatThrownBy(() -> OperationNames.singular("recovery"))
                .hasMessage("trial recovery (expected: operations in the plural, such as writes)");
    }
}
