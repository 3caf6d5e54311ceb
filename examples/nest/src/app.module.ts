import { Module } from '@nestjs/common'
import { AuthModule } from 'latchkey/nest'
import { AppController } from './app.controller.js'
import { authConfig } from './auth.js'
import { ProtectedController } from './protected.controller.js'

@Module({
  imports: [AuthModule.forRoot(authConfig)],
  controllers: [AppController, ProtectedController],
})
export class AppModule {}
