import { endWithParent } from './parent.js'
import { becomeServer } from './thrift.js'

// Imported before all else by the server, for whoever starts it without `npm start`.
becomeServer()
endWithParent()
