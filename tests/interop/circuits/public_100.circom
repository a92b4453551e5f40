// One hundred public signals: 99 inputs and the count of those that are below a secret bound. Fits any prime field.
pragma circom 2.1.6;

include "circomlib/circuits/comparators.circom";

template CountBelow(count) {
    signal input values[count];
    signal input bound;
    signal output below;

    component compare[count];
    var sum = 0;
    for (var i = 0; i < count; i++) {
        compare[i] = LessThan(16);
        compare[i].in <== [values[i], bound];
        sum += compare[i].out;
    }
    below <== sum;
}

component main {public [values]} = CountBelow(99);
