// What is said wherever no money is taken.

export const TEST_NOTE = 'This is a test environment. No actual payment will be processed.'
export const OFF_NOTE = 'Payments are not set up here. Plans cannot be bought or changed.'
