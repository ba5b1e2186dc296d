package io.narrows.proxy.sample;

/** The figures of one candidate, without {@code unpack} and with it. */
record WhatIfWindows(WhatIfWindow plain, WhatIfWindow unpacked) {
    static WhatIfWindows empty() {
        return new WhatIfWindows(new WhatIfWindow(), new WhatIfWindow());
    }
}
