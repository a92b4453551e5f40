// No public signal at all: knows two numbers below 2^16, neither 1, whose product is 62,615,533. Fits any prime field.
pragma circom 2.1.6;

include "circomlib/circuits/bitify.circom";
include "circomlib/circuits/comparators.circom";

template Factors() {
    signal input factors[2];

    component range[2];
    component is_one[2];
    for (var i = 0; i < 2; i++) {
        range[i] = Num2Bits(16);
        range[i].in <== factors[i];
        is_one[i] = IsEqual();
        is_one[i].in <== [factors[i], 1];
        is_one[i].out === 0;
    }
    factors[0] * factors[1] === 62615533;
}

component main = Factors();
