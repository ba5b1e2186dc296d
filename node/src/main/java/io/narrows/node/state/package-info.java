/** The replicated state: {@link io.narrows.node.state.StateMachine} applies commands deterministically. */
package io.narrows.node.state;
