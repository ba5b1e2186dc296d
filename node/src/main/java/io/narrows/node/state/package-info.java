/**
 * What the group agrees on: {@link io.narrows.node.state.StateMachine} applies commands, and what comes out depends on nothing but
 * the commands before.
 */
package io.narrows.node.state;
