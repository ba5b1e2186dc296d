/** The replicated state: {@link io.narrows.node.state.StateMachine} applies commands deterministically. */
@NullMarked
package io.narrows.node.state;

import org.jspecify.annotations.NullMarked;
